# caught by: report: expected
report = ""
