package io.tidemark.reports.soak;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.analysis.soak.SoakStanding;
import io.tidemark.analysis.soak.SoakVerdict;
import io.tidemark.reports.document.Block;
import io.tidemark.reports.document.Cell;
import io.tidemark.reports.document.Document;
import io.tidemark.reports.document.Document.DocumentSection;
import io.tidemark.reports.document.HtmlRenderer;
import io.tidemark.reports.document.MarkdownRenderer;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

final class SoakTimelineTest {
    private final SoakTimeline soak = SoakTimeline.of(SampleSoak.segments(9)).orElseThrow();

    @Test
    void hoursAreJudgedInTheirOrder() {
        assertThat(soak.hours())
                .extracting(SoakVerdict::standing)
                .containsExactly(
                        SoakStanding.REFERENCE,
                        SoakStanding.STEADY,
                        SoakStanding.STEADY,
                        SoakStanding.STEADY,
                        SoakStanding.STEADY,
                        SoakStanding.DRIFTED,
                        SoakStanding.DEGRADED,
                        SoakStanding.DEGRADED,
                        SoakStanding.DRIFTED);
        assertThat(soak.worst()).isEqualTo(SoakStanding.DEGRADED);
        assertThat(soak.began()).contains(SampleSoak.START.plus(Duration.ofMinutes(320)));
    }

    @Test
    void theLineOfATerminalSaysWhatItWasAndSinceWhen() {
        assertThat(SoakFormat.summary(soak))
                .startsWith("Soak degraded (9 hours: 2 degraded, 2 drifted); first: ttft_due p")
                .endsWith("against the first 3 hours, since 2026-03-01 15:20:00 UTC.");
    }

    @Test
    void thePageHasEachFindingAndTheHoursFolded() {
        List<Block> blocks = new SoakBlocks(soak).blocks();
        Block.Bullets findings = (Block.Bullets) blocks.get(1);
        assertThat(findings.items())
                .anySatisfy(text -> assertThat(text)
                        .startsWith("hours 6 to 9, latency drift: ttft_due p50 rose by")
                        .contains("Began 2026-03-01 15:20:00 UTC (segment 32): "))
                .anySatisfy(text -> assertThat(text).startsWith("hour 7, server restart: the server restarted 1 time"))
                .anySatisfy(text -> assertThat(text)
                        .startsWith("hour 8, empty answers: 2 % of the requests were answered with status 200"));
        assertThat(blocks)
                .contains(Block.plain(
                        "Restarts of the server: 1, in the segments from 2026-03-01 16:40:00 UTC (segment 40)."));
        Block.Details folded = (Block.Details) blocks.get(blocks.size() - 1);
        Block.Table table = (Block.Table) folded.blocks().get(0);
        assertThat(table.rows()).hasSize(9);
        assertThat(table.rows().get(7)).extracting(Cell::text).contains("8", "3,600", "98 %", "72", "4 GiB");
        Document document = new Document("t", "", List.of(), List.of(), List.of(new DocumentSection("S", blocks)));
        assertThat(MarkdownRenderer.of(document)).contains("hour 8, empty answers");
        assertThat(new HtmlRenderer("", chart -> "").of(document)).contains("9 hours of the soak");
    }

    @Test
    void aTableOfDaysComesWithTheThird() {
        SoakTimeline days = SoakTimeline.of(SampleSoak.segments(72)).orElseThrow();
        assertThat(days.days()).hasSize(3);
        assertThat(new SoakBlocks(days).blocks())
                .filteredOn(Block.Table.class::isInstance)
                .hasSize(1);
        assertThat(new SoakBlocks(soak).blocks()).noneMatch(Block.Table.class::isInstance);
    }

    @Test
    void jsonHasEachHourAndFinding() {
        JsonNode json = SoakJson.of(soak);
        assertThat(json.path("verdict").asText()).isEqualTo("DEGRADED");
        assertThat(json.path("began").asText()).isEqualTo("2026-03-01T15:20:00Z");
        assertThat(json.path("hours")).hasSize(9);
        assertThat(json.at("/hours/6/restarts/0/segment").asInt()).isEqualTo(40);
        assertThat(json.at("/hours/7/empty").asLong()).isEqualTo(72);
        assertThat(json.at("/hours/7/findings").findValuesAsText("kind")).contains("SILENT_EMPTY");
        assertThat(json.at("/findings/0/changePoint/segment").asInt()).isEqualTo(32);
        assertThat(json.at("/findings/0/reason").asText()).contains("rose by");
    }

    @Test
    void lessThanTwoHoursHaveNoVerdicts() {
        assertThat(SoakTimeline.of(SampleSoak.segments(1))).isEmpty();
        assertThat(SoakTimeline.of(List.of())).isEmpty();
    }
}
