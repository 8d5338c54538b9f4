"""`python -m honte`: the same as the command `honte`."""

from honte.cli.main import main

if __name__ == "__main__":
    main()
