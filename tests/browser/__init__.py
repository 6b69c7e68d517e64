"""The scripts of the pages in a real browser, by mouse and by keyboard."""
