"""Work over many items: local processes or a cluster, results that survive a killed run.

`mapper.run` gives each item to a function, in processes of this machine or on a Dask cluster
(`workers.py`), and puts the rows that it returns into a `store.Store`: a Parquet file that grows in parts.
Nothing here knows of Go.
"""
