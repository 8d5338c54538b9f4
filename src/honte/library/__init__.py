"""Collections of problems on disk: SGF folders, an index over them, and the log of what was solved.

library     `Library`: collections, problems, search, duplicates, "which problem is this position?"
importing   files and folders into a collection, with progress and a report
changes     rename, move and delete, each with undo
reviews     the append-only log of solved problems, and the progress that follows from it
store       documents and settings of the workbench
"""
