package io.tidemark.reports.format;

import io.tidemark.reports.document.Block;
import io.tidemark.reports.document.Block.Column;
import io.tidemark.reports.document.Cell;
import java.util.List;
import java.util.stream.IntStream;

/** A table that shows only what is there: columns without any text are left out. */
public final class SparseTable {
    private SparseTable() {}

    public static Block.Table of(List<Column> columns, List<List<Cell>> rows) {
        List<Integer> kept = IntStream.range(0, columns.size())
                .filter(column ->
                        rows.stream().anyMatch(row -> !row.get(column).text().isEmpty()))
                .boxed()
                .toList();
        return new Block.Table(
                kept.stream().map(columns::get).toList(),
                rows.stream().map(row -> kept.stream().map(row::get).toList()).toList());
    }
}
