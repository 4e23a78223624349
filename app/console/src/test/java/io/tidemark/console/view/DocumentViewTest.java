package io.tidemark.console.view;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.console.view.DocumentView.Column;
import io.tidemark.console.view.DocumentView.TableCell;
import io.tidemark.reports.document.Block;
import io.tidemark.reports.document.Cell;
import io.tidemark.reports.document.Note;
import io.tidemark.reports.document.Tone;
import java.util.List;
import org.junit.jupiter.api.Test;

class DocumentViewTest {
    @Test
    void notesOfCellsStandOnceWithTheirTable() {
        Cell open = Cell.of("unbounded").noted(new Note("unbounded", "too few requests"));
        Block table = new Block.Table(List.of(Block.Column.left("value")), List.of(List.of(open), List.of(open)));

        List<TableCell> row = List.of(new TableCell("unbounded", Tone.PLAIN));
        assertThat(DocumentView.blocks(List.of(table)))
                .containsExactly(new DocumentView.Table(
                        List.of(new Column("value", Block.Align.LEFT)),
                        List.of(row, row),
                        List.of("unbounded: too few requests")));
    }
}
