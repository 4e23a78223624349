package io.tidemark.console.view;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.events.TuneActivity;
import io.tidemark.reports.document.Block;
import io.tidemark.reports.document.Cell;
import io.tidemark.reports.document.Note;
import io.tidemark.schemas.Team;
import io.tidemark.sinks.store.alert.AlertId;
import io.tidemark.sinks.store.alert.AlertState;
import io.tidemark.sinks.store.alert.Delivery;
import io.tidemark.sinks.store.annotation.TimeAnnotation;
import io.tidemark.sinks.store.annotation.TimeAnnotation.Subject;
import io.tidemark.sinks.store.read.tune.TuneRow;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ViewJsonTest {
    private static final Team PERF = new Team("perf");
    private static final Instant AT = Instant.parse("2026-11-26T10:00:00Z");

    @Test
    void notesOfCellsStandOnceWithTheirTable() {
        Cell open = Cell.of("unbounded").noted(new Note("unbounded", "too few requests"));
        Block table = new Block.Table(List.of(Block.Column.left("value")), List.of(List.of(open), List.of(open)));

        assertThat(ViewJson.of(table))
                .isEqualTo("{\"type\":\"table\",\"columns\":[{\"name\":\"value\",\"align\":\"LEFT\"}],"
                        + "\"rows\":[[{\"text\":\"unbounded\",\"tone\":\"PLAIN\"}],[{\"text\":\"unbounded\",\"tone\":\"PLAIN\"}]],"
                        + "\"notes\":[\"unbounded: too few requests\"]}");
    }

    @Test
    void blocksWithinOthersNameTheirType() {
        Block details = new Block.Details("more", List.of(Block.plain("a"), new Block.Bullets(List.of("b"))));

        assertThat(ViewJson.of(details))
                .isEqualTo("{\"type\":\"details\",\"title\":\"more\",\"blocks\":["
                        + "{\"type\":\"paragraph\",\"text\":\"a\",\"tone\":\"PLAIN\"},"
                        + "{\"type\":\"bullets\",\"items\":[\"b\"]}]}");
    }

    @Test
    void whatAnAnnotationIsAboutStandsBesideItsText() {
        Subject subject = new Subject(Optional.of("a"), Optional.empty(), Optional.empty());

        assertThat(ViewJson.of(new TimeAnnotation(PERF, "abcdefgh", AT, "new driver", subject, "ana", AT)))
                .isEqualTo(
                        "{\"team\":\"perf\",\"id\":\"abcdefgh\",\"at\":\"2026-11-26T10:00:00Z\",\"text\":\"new driver\","
                                + "\"target\":\"a\",\"experiment\":null,\"run\":null,\"by\":\"ana\",\"setAt\":\"2026-11-26T10:00:00Z\"}");
    }

    @Test
    void aDeliveryIsShownWithoutItsAlert() {
        Delivery sent = Delivery.pending(new AlertId(PERF, "f", AT), AlertState.FIRING, "pager", AT);

        assertThat(ViewJson.of(sent))
                .isEqualTo(
                        "{\"receiver\":\"pager\",\"status\":\"FIRING\",\"state\":\"PENDING\",\"attempts\":0,\"error\":\"\","
                                + "\"created\":\"2026-11-26T10:00:00Z\",\"finished\":null}");
    }

    @Test
    void aTuneIsShownWithoutItsPlanAndAnEmptyPhaseIsNull() {
        TuneRow tune = new TuneRow(
                PERF,
                "t1",
                "chat",
                "http://a",
                "host",
                "sweep",
                "ttft",
                AT,
                TuneActivity.RUNNING,
                "",
                4,
                1,
                0,
                Optional.empty(),
                "{}",
                "{}",
                Map.of("model", "m"),
                "",
                "flags-1",
                "",
                AT);

        assertThat(ViewJson.of(tune))
                .isEqualTo(
                        "{\"team\":\"perf\",\"tune\":\"t1\",\"experiment\":\"chat\",\"target\":\"http://a\",\"mode\":\"sweep\","
                                + "\"started\":\"2026-11-26T10:00:00Z\",\"activity\":\"RUNNING\",\"description\":\"\",\"planned\":4,"
                                + "\"ended\":1,\"infeasible\":0,\"expectedEnd\":null,\"defaultPhase\":null,\"winner\":\"flags-1\","
                                + "\"evidence\":\"\",\"at\":\"2026-11-26T10:00:00Z\"}");
    }
}
