"""One mail being obeyed: values that each line makes new."""
