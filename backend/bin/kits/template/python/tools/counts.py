"""Tools that count."""

import json
from collections import Counter
from pathlib import Path

REPO = Path("/repo")


def count_values(file: str, column: str, least: int = 1) -> list[dict]:
    """Counts how often each value of a column comes up, the most frequent first, and writes the counts to counts.csv.

    Args:
        file: A table in the workspace, as JSON: a list of objects, one for each row.
        column: The column to count.
        least: Leaves out what comes up less often than this.
    """
    rows = json.loads((REPO / file).read_text(encoding="utf-8"))
    if any(column not in row for row in rows):
        raise ValueError(f"There is no column {column}.")
    counts = Counter(row[column] for row in rows).most_common()
    result = [{"value": value, "count": count} for value, count in counts if count >= least]
    lines = ["value,count", *(f"{row['value']},{row['count']}" for row in result)]
    (REPO / "counts.csv").write_text("\n".join(lines), encoding="utf-8")
    return result
