package io.tidemark.reports.output;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.events.BreachState;
import io.tidemark.events.Finality;
import io.tidemark.events.LoadKind;
import io.tidemark.events.MetricName;
import io.tidemark.events.MovedSignal;
import io.tidemark.events.ObjectiveKind;
import io.tidemark.events.ObjectiveState;
import io.tidemark.events.Outcome;
import io.tidemark.events.RequestEvent;
import io.tidemark.events.RunState;
import io.tidemark.events.RunStatus;
import io.tidemark.events.SloBreach;
import io.tidemark.events.SloState;
import io.tidemark.events.StepPart;
import io.tidemark.events.StepResult;
import io.tidemark.events.StepState;
import io.tidemark.events.TokenSource;
import io.tidemark.fixtures.runs.Events;
import io.tidemark.reports.document.MarkdownRenderer;
import io.tidemark.reports.model.ReportModel;
import io.tidemark.reports.model.ReportReader;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.serde.TrustedEventClasses;
import io.tidemark.sinks.store.ResultStore;
import io.tidemark.sinks.store.StoreChange;
import io.tidemark.sinks.store.WriteBatch;
import io.tidemark.sinks.store.read.run.RunKey;
import io.tidemark.sinks.store.sqlite.SqliteStore;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.avro.specific.SpecificRecord;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A step of 20 requests, one a second, in conversations of two turns: prompts of 1,000 and 2,000 tokens, of the second 900 from a cache;
 * 100 ms to the first token, but 500 ms for the three that were due from second 10 on; the last failed.
 */
class StoredReportTest {
    private static final Team TEAM = new Team("perf");
    private static final String RUN = "01JD8Z6K3M5TQX9V2R7C0WHB4N";
    private static final Instant START = Instant.parse("2026-11-20T14:00:00Z");
    private static final long MILLIS = 1_000_000;
    private static final int REQUESTS = 20;

    @TempDir
    private Path folder;

    private String markdown = "";

    @BeforeEach
    void report() {
        TrustedEventClasses.trust();
        List<SpecificRecord> events = new ArrayList<>(
                List.of(Events.control(START, run()), Events.control(START, slo()), Events.control(START, step())));
        for (int n = 0; n < REQUESTS; n++) {
            events.add(request(n));
        }
        events.addAll(List.of(result(), breach()));
        try (ResultStore store = SqliteStore.open(folder.resolve("store.db"))) {
            store.write(new WriteBatch(
                    events.stream()
                            .<StoreChange>map(event -> new StoreChange.StoredEvent(TEAM, START, event))
                            .toList(),
                    List.of()));
            try (var results = store.reader()) {
                ReportModel model = new ReportReader(results).runs(List.of(new RunKey(TEAM, RUN)), START);
                markdown = MarkdownRenderer.of(ReportDocument.of(model));
            }
        }
    }

    @Test
    void aBreachNamesTheRequestsThatShowItTheWorstFirst() {
        // 10 and 11 ended in the breach; 12 had its first token at 12.5 s, when it was over
        assertThat(markdown)
                .contains("| a-10 (due at 10 s, 500 ms); a-11 (due at 11 s, 500 ms) |")
                .contains("| 1 | baseline | 1 req/s | 10 s | 2 s |");
    }

    @Test
    void turnsHaveTheirOwnTokensAndLatencies() {
        // nine ok requests of the second turn: 1, 3 ... 17; that of second 11 took 500 ms, so the median stays at 100
        // ms
        assertThat(markdown)
                .contains("| baseline | 1 req/s | 1 | 10 | 0 | 1,000 |  | 50 | 100 / 500 / 500 ms |")
                .contains("| baseline | 1 req/s | 2 | 10 | 1 | 2,000 | 900 | 50 | 100 / 500 / 500 ms |");
    }

    @Test
    void goodputCountsTheRequestsThatWereOkAndInTime() {
        // 20 less one that failed and three that were late, in 20 s
        assertThat(markdown).contains("| phase | load | good req/s |").contains("| baseline | 1 req/s | 0.8 |");
    }

    @Test
    void aFailureNamesRequestsForExample() {
        assertThat(markdown).contains("1 x HTTP 503 Overloaded | a-19 |");
    }

    @Test
    void energyIsPowerOverTheTokensOfTheSameTime() {
        // 600 W over 50 tok/s
        assertThat(markdown).contains("| baseline | 1 req/s | 600 | 50 | server's count | 12 | 3.33 |");
    }

    @Test
    void lengthsAreOfTheOkRequests() {
        assertThat(markdown)
                .contains("| phase | ok | tokens in p5 | p50 | p95 | most |")
                .contains("| baseline | 19 | 1,000 | 1,000 | 2,000 | 2,000 |");
    }

    private static RunState run() {
        return RunState.newBuilder(Events.run(RUN, START))
                .setExperiment("turns")
                .setEnded(START.plusSeconds(21))
                .setStatus(RunStatus.ENDED)
                .setPhaseConfig(Map.of())
                .setLabels(Map.of())
                .build();
    }

    private static SloState slo() {
        return SloState.newBuilder()
                .setRun(RUN)
                .setObjective(ObjectiveState.newBuilder()
                        .setName("ttft_due p95 < 250ms over 10s")
                        .setKind(ObjectiveKind.QUANTILE)
                        .setMetric(MetricName.TTFT_DUE)
                        .setQuantile(0.95)
                        .setLimitNanos(250 * MILLIS)
                        .build())
                .setChanged(START)
                .setRemoved(false)
                .build();
    }

    private static StepState step() {
        return StepState.newBuilder()
                .setRun(RUN)
                .setStep(0)
                .setLoadKind(LoadKind.RATE)
                .setLoad(1.0)
                .setArrivals("constant")
                .setStarted(START)
                .setMeasureFrom(START)
                .setMeasureUntil(START.plusSeconds(20))
                .setEnded(START.plusSeconds(20))
                .setRequestsByLane(Map.of("a", 20L))
                .setTarget("gpu")
                .build();
    }

    private static RequestEvent request(int n) {
        long first = n >= 10 && n <= 12 ? 500 * MILLIS : 100 * MILLIS;
        boolean ok = n < REQUESTS - 1;
        boolean second = n % 2 == 1;
        return RequestEvent.newBuilder()
                .setRun(RUN)
                .setStep(0)
                .setLane("a")
                .setLaneSeq(n)
                .setRequest("a-" + n)
                .setTarget("gpu")
                .setModel("llama")
                .setConversation("c-" + n / 2)
                .setTurn(second ? 2 : 1)
                .setPart(StepPart.MEASURED)
                .setDue(START.plusSeconds(n))
                .setSentNanos(0L)
                .setFirstTokenNanos(first)
                .setLastTokenNanos(first + 490 * MILLIS)
                .setEndNanos(first + 490 * MILLIS)
                .setOutcome(ok ? Outcome.OK : Outcome.HTTP_ERROR)
                .setHttpStatus(ok ? 200 : 503)
                .setErrorType(ok ? null : "Overloaded")
                .setPromptTokens(second ? 2000 : 1000)
                .setCachedTokens(second ? 900 : null)
                .setOutputTokens(50)
                .setTokenSource(TokenSource.USAGE)
                .build();
    }

    private static StepResult result() {
        return StepResult.newBuilder()
                .setRun(RUN)
                .setStep(0)
                .setExperiment("turns")
                .setPhase("baseline")
                .setTarget("gpu")
                .setFinality(Finality.FINAL)
                .setLoadKind(LoadKind.RATE)
                .setLoad(1.0)
                .setMeasureFrom(START)
                .setMeasureUntil(START.plusSeconds(20))
                .setDue(REQUESTS)
                .setSent(REQUESTS)
                .setOk(REQUESTS - 1)
                .setOutputTokens(50 * (REQUESTS - 1))
                .setOutcomes(Map.of("OK", REQUESTS - 1L, "HTTP_ERROR", 1L))
                .setSignalMeans(Map.of("gpu.power", 600.0, "engine.generation_tokens", 50.0))
                .setSignalMaxima(Map.of())
                .build();
    }

    private static SloBreach breach() {
        return SloBreach.newBuilder()
                .setBreach(RUN + "/ttft/1")
                .setRun(RUN)
                .setStep(0)
                .setTarget("gpu")
                .setObjective("ttft_due p95 < 250ms over 10s")
                .setMetric(MetricName.TTFT_DUE)
                .setState(BreachState.CLOSED)
                .setEvidence(Finality.FINAL)
                .setOpened(START.plusSeconds(10))
                .setUpdated(START.plusSeconds(12))
                .setClosed(START.plusSeconds(12))
                .setLimit(250 * MILLIS)
                .setValue(500 * MILLIS)
                .setWorst(500 * MILLIS)
                .setWindowSeconds(10)
                .setCorrelatedSignals(List.of(MovedSignal.newBuilder()
                        .setSignal("engine.requests.waiting")
                        .setBefore(0)
                        .setDuring(3)
                        .setScore(9)
                        .build()))
                .build();
    }
}
