"""The editors of the admin: controls that read and write what a file says, and desks where things
are written in their order."""
