"""What becomes of moves when something breaks: ``make faults``, which writes docs/faults.md."""
