"""Tools that count."""

from collections import Counter
from pathlib import Path


def count_values(rows: list[dict[str, str]], column: str) -> list[dict]:
    """Counts how often each value of a column comes up, the most frequent first, and writes the counts to counts.csv.

    Args:
        rows: The table, one object for each row.
        column: The column to count.
    """
    if not rows:
        raise ValueError("The table has no rows.")
    counts = Counter(row.get(column, "") for row in rows).most_common()
    lines = ["value,count", *(f"{value},{count}" for value, count in counts)]
    Path("/repo/counts.csv").write_text("\n".join(lines), encoding="utf-8")
    return [{"value": value, "count": count} for value, count in counts]
