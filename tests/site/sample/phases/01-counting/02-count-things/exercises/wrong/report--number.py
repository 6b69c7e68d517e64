# caught by: report: expected
report = "3"
