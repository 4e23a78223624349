package io.tidemark.reports.output;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.tidemark.reports.document.TerminalRenderer.Colour;
import io.tidemark.reports.model.AnnotatedSampleReport;
import io.tidemark.reports.model.ReportModel;
import io.tidemark.reports.model.SampleReport;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a run says of itself stands in its report, and what it does not say leaves no gap. */
final class AnnotatedReportTest {
    @TempDir
    private Path folder;

    private final ReportWriter writer = new ReportWriter(
            picture -> new ReportWriter.Drawn("<svg/>", "<svg/>", ByteBuffer.allocate(0)), Optional::empty);

    private String markdown(ReportModel model) throws IOException {
        return Files.readString(writer.write(model, folder).markdown()).replace("\\", "");
    }

    @Test
    void whatTheClientAddedStandsBesideTheResults() throws IOException {
        assertThat(SampleReport.terminal(AnnotatedSampleReport.streamed(), Colour.NONE))
                .contains("tuned: client error at 32 streams: ttft +0.31 ms p99, itl 0.22 ms p99");
        assertThat(markdown(AnnotatedSampleReport.streamed()))
                .contains("| tuned | 32 | 640 | 0.21 ms | 0.31 ms | 86 | 0.05 ms | 0.22 ms | 860 |");
    }

    @Test
    void aRunWithoutCalibrationSaysSo() throws IOException {
        assertThat(markdown(SampleReport.twoPhases()))
                .contains(
                        "What the client itself adds was not measured (calibrate: false; in virtual time it adds nothing).");
    }

    @Test
    void howEventsCameToKafkaIsSaid() throws IOException {
        assertThat(markdown(AnnotatedSampleReport.streamed()))
                .contains("| tuned | ")
                .contains(" | -0.3 ms, within 0.9 ms | 1,200 | 7 | 0 |");
    }

    @Test
    void stepsOfAClosedLoopAreConcurrent() throws IOException {
        assertThat(markdown(AnnotatedSampleReport.streamed()))
                .contains("| tuned | 8 concurrent |")
                .doesNotContain("8 req/s");
        assertThat(SampleReport.terminal(AnnotatedSampleReport.streamed(), Colour.NONE))
                .contains("phase   concurrent");
    }

    @Test
    void aStepsFlagsAndMixedTokenCountsAreCaveats() {
        assertThat(SampleReport.terminal(AnnotatedSampleReport.streamed(), Colour.NONE))
                .contains("! tuned at 32 concurrent: prompt tokens from a prefix cache were 92 %, the plan has 50 %.")
                .contains(
                        "! tuned at 32 concurrent: server signals are incomplete: the last scrape was 9 s before the end.")
                .contains("! tuned at 32 concurrent: output tokens are MIXED: 8 of 98 answers")
                .doesNotContain("! tuned at 8 concurrent");
    }

    @Test
    void theAnswersTitleCountsTheCaveatsThatItFolds() throws IOException {
        assertThat(markdown(AnnotatedSampleReport.streamed()))
                .contains("<details><summary>What this rests on, with 3 caveats</summary>");
    }

    @Test
    void remarksThatNeedNoActionAreTheAppendix() throws IOException {
        String markdown = markdown(AnnotatedSampleReport.streamed());
        int appendix = markdown.indexOf("## 8. Appendix: remarks");
        assertThat(appendix).isPositive();
        assertThat(markdown.indexOf("tuned: measured by 2 workers")).isGreaterThan(appendix);
        assertThat(markdown(SampleReport.twoPhases())).doesNotContain("Appendix");
    }

    @Test
    void cacheSharesArePlannedAndMeasured() throws IOException {
        assertThat(markdown(AnnotatedSampleReport.streamed()))
                .contains("| tuned | 32 concurrent | 50 % | 92 % | usage | HTTP 404 |");
    }

    @Test
    void classesHavePercentilesOfTheirOwnButTheFirstRequestIsAlone() throws IOException {
        assertThat(markdown(AnnotatedSampleReport.streamed()))
                .contains("| tuned | 8 concurrent | chat/turn-1 | 100 | 2 | 392 / 752 / 784 ms |")
                .contains("| chat/cached |")
                .doesNotContain("| first-request |")
                .contains(
                        "tuned: the first request, sent alone and counted in no other figure: TTFT 11.2 s, E2E 12.1 s;"
                                + " the server had served 0 before it.");
    }

    @Test
    void outcomesAreCountedAndTriesBeyondTheFirstApart() throws IOException {
        assertThat(markdown(AnnotatedSampleReport.streamed()))
                .contains("| tuned | 32 concurrent | ok | 98 | 98 % | 3 requests, 5 tries more |")
                .contains("| tuned | 32 concurrent | stream cut | 2 | 2 % |");
    }

    @Test
    void workersAndRemarksAreListed() throws IOException {
        assertThat(markdown(AnnotatedSampleReport.streamed()))
                .contains("tuned: measured by 2 workers: worker-1, worker-2.")
                .contains("tuned: lengths of prompts were counted by server /tokenize.")
                .contains("tuned: mt-bench.jsonl has 80 prompts for 600 requests, so they come over again");
    }

    @Test
    void theSteadyWindowStandsBesideTheWholeStep() throws IOException {
        // 124 requests and 12,400 tokens in 62 s; 110 and 11,000 in 50 s.
        assertThat(markdown(AnnotatedSampleReport.streamed()))
                .contains("| tuned | 8 concurrent | 1 min 2 s | 2 | 200 | 50 s | 2.2 | 220 | 350 |")
                .contains("| tuned | 8 concurrent | closed loop | 1.95 | 0.4 ms | 8 | 40 | 2 | server |");
    }

    @Test
    void withoutAnSloNothingIsJudged() {
        assertThat(SampleReport.terminal(AnnotatedSampleReport.streamed(), Colour.NONE))
                .contains("No SLO was given, so nothing is judged: tuned was measured at 8 and 32 concurrent.")
                .doesNotContain("no load shown to hold");
    }

    @Test
    void answersThatWereNotStreamedAreReadByTheirWholeTime() throws IOException {
        String markdown = markdown(AnnotatedSampleReport.notStreamed());
        assertThat(markdown)
                .contains("e2e p95")
                .contains("e2e-by-load.svg")
                .doesNotContain("ttft")
                .doesNotContain("TTFT from due")
                .doesNotContain("tpot-by-load");
        assertThat(SampleReport.terminal(AnnotatedSampleReport.notStreamed(), Colour.NONE))
                .contains("e2e p95")
                .doesNotContain("no requests");
    }

    @Test
    void machinesGetTheSame() throws IOException {
        ReportModel model = AnnotatedSampleReport.streamed();
        JsonNode phase = new JsonMapper()
                .readTree(VerdictJson.of(
                        model, Optional.of(writer.write(model, folder).html())))
                .path("phases")
                .path(0);
        JsonNode calibration = phase.path("runs").path(0).path("calibration");
        assertThat(calibration.path("ttftErrorP99Nanos").asLong()).isEqualTo(310_000);
        assertThat(calibration.path("concurrency").asInt()).isEqualTo(32);
        JsonNode step = phase.path("steps").path(1);
        assertThat(step.path("flags").path(0).asText()).contains("prefix cache");
        assertThat(step.path("outcomes").path("STREAM_CUT").asLong()).isEqualTo(2);
        assertThat(step.path("retries").asLong()).isEqualTo(5);
        assertThat(step.path("tokenSources").path("CHUNK_ESTIMATE").asLong()).isEqualTo(8);
        assertThat(step.path("inFlightPeak").asInt()).isEqualTo(32);
    }
}
