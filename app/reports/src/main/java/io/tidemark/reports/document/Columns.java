package io.tidemark.reports.document;

import io.tidemark.reports.document.Block.Column;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** The columns of a table: each with its name, and with what a row prints there. Not thread-safe while columns are added. */
public final class Columns<T> {
    private final List<Column> columns = new ArrayList<>();
    private final List<Function<? super T, Cell>> cells = new ArrayList<>();

    public Columns<T> left(String name, Function<? super T, String> text) {
        return leftCell(name, row -> Cell.of(text.apply(row)));
    }

    public Columns<T> right(String name, Function<? super T, String> text) {
        return rightCell(name, row -> Cell.of(text.apply(row)));
    }

    public Columns<T> leftCell(String name, Function<? super T, Cell> cell) {
        return add(Column.left(name), cell);
    }

    public Columns<T> rightCell(String name, Function<? super T, Cell> cell) {
        return add(Column.right(name), cell);
    }

    private Columns<T> add(Column column, Function<? super T, Cell> cell) {
        columns.add(column);
        cells.add(cell);
        return this;
    }

    public Block.Table table(List<T> rows) {
        return new Block.Table(columns, rows.stream().map(this::row).toList());
    }

    private List<Cell> row(T row) {
        return cells.stream().map(cell -> cell.apply(row)).toList();
    }
}
