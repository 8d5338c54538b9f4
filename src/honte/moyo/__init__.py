"""Moyo after Tajima and Sanechika: atsumi, regions, cutoff numbers, enclosed equivalent size."""
