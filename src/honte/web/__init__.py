"""The workbench: a local server and one page in the browser. All rules stay on the server."""
