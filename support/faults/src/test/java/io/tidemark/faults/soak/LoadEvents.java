package io.tidemark.faults.soak;

import io.tidemark.events.ChunkKind;
import io.tidemark.events.ControlEvent;
import io.tidemark.events.Heartbeat;
import io.tidemark.events.LoadKind;
import io.tidemark.events.MetricName;
import io.tidemark.events.ObjectiveKind;
import io.tidemark.events.ObjectiveState;
import io.tidemark.events.Outcome;
import io.tidemark.events.RequestEvent;
import io.tidemark.events.RunState;
import io.tidemark.events.RunStatus;
import io.tidemark.events.ServerRole;
import io.tidemark.events.ServerSample;
import io.tidemark.events.SloState;
import io.tidemark.events.StepPart;
import io.tidemark.events.StepState;
import io.tidemark.events.TargetRef;
import io.tidemark.events.TokenBatch;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;

/** What a load generator publishes of a run of one lane and one target, in seconds from {@link #EPOCH}. */
final class LoadEvents {
    static final Instant EPOCH = Instant.parse("2026-01-01T00:00:00Z");
    static final String LANE = "lane-0";
    static final String TARGET = "default";
    static final long LIMIT_MILLIS = 300;
    /** Chunks of an answer. */
    static final int CHUNKS = 11;

    private static final int WINDOW_SECONDS = 10;
    private static final long SECOND_NANOS = 1_000_000_000;

    private LoadEvents() {}

    static Instant at(long second) {
        return EPOCH.plusSeconds(second);
    }

    static Instant at(double second) {
        return EPOCH.plus(Duration.ofMillis(Math.round(second * 1000)));
    }

    private static long nanos(long millis) {
        return TimeUnit.MILLISECONDS.toNanos(millis);
    }

    static RequestEvent.Builder request(String run, long number, long second, Answer answer) {
        return RequestEvent.newBuilder()
                .setRun(run)
                .setStep(0)
                .setLane(LANE)
                .setLaneSeq(number)
                .setRequest(LANE + "-" + number)
                .setTarget(TARGET)
                .setPart(StepPart.MEASURED)
                .setModel("m")
                .setDue(at(second))
                .setSentNanos(answer.sentNanos())
                .setOutcome(Outcome.OK)
                .setFirstTokenNanos(answer.sentNanos() + answer.ttftNanos())
                .setLastTokenNanos(answer.sentNanos() + answer.e2eNanos())
                .setEndNanos(answer.sentNanos() + answer.e2eNanos())
                .setOutputTokens(CHUNKS)
                .setPromptTokens(100);
    }

    static TokenBatch tokens(String run, long number, long second, Answer answer) {
        return TokenBatch.newBuilder()
                .setRun(run)
                .setStep(0)
                .setLane(LANE)
                .setLaneSeq(number)
                .setRequest(LANE + "-" + number)
                .setTarget(TARGET)
                .setPart(StepPart.MEASURED)
                .setDue(at(second))
                .setSentNanos(answer.sentNanos())
                .setBatch(0)
                .setFirstChunk(0)
                .setOutputBefore(0)
                .setBaseNanos(0)
                .setGapsNanos(LongStream.range(0, CHUNKS)
                        .map(chunk -> chunk == 0 ? answer.ttftNanos() : answer.gapNanos())
                        .boxed()
                        .toList())
                .setKinds(Collections.nCopies(CHUNKS, ChunkKind.CONTENT))
                .setTokens(Collections.nCopies(CHUNKS, 1))
                .setSizesBytes(Collections.nCopies(CHUNKS, 100))
                .setLast(true)
                .build();
    }

    static Heartbeat.Builder heartbeat(String run, long number, long throughSecond) {
        return Heartbeat.newBuilder()
                .setRun(run)
                .setStep(0)
                .setTarget(TARGET)
                .setLane(LANE)
                .setLaneSeq(number)
                .setAt(at(throughSecond))
                .setPublishedThrough(at(throughSecond));
    }

    static RunState.Builder run(String run, long second) {
        return RunState.newBuilder()
                .setRun(run)
                .setWorkloadHash("w")
                .setTargets(List.of(TargetRef.newBuilder()
                        .setName(TARGET)
                        .setUrl("http://t")
                        .setModel("m")
                        .build()))
                .setLanes(List.of(LANE))
                .setStarted(at(second))
                .setStatus(RunStatus.RUNNING);
    }

    static StepState.Builder step(String run, long second) {
        return StepState.newBuilder()
                .setRun(run)
                .setStep(0)
                .setLoadKind(LoadKind.RATE)
                .setLoad(1)
                .setStarted(at(second))
                .setMeasureFrom(at(second));
    }

    /** p95 of E2E within {@value #LIMIT_MILLIS} ms over 10 s. */
    static SloState objective(String run, long second) {
        return SloState.newBuilder()
                .setRun(run)
                .setObjective(ObjectiveState.newBuilder()
                        .setName("e2e p95")
                        .setKind(ObjectiveKind.QUANTILE)
                        .setMetric(MetricName.E2E)
                        .setQuantile(0.95)
                        .setLimitNanos(nanos(LIMIT_MILLIS))
                        .setWindowSeconds(WINDOW_SECONDS)
                        .setLevel(1)
                        .setClearSeconds(0)
                        .build())
                .setChanged(at(second))
                .build();
    }

    static ControlEvent control(long second, Object state) {
        return ControlEvent.newBuilder().setAt(at(second)).setState(state).build();
    }

    static ServerSample sample(long second) {
        return ServerSample.newBuilder()
                .setTarget(TARGET)
                .setInstance("localhost:8000")
                .setRole(ServerRole.ENGINE)
                .setScrapeStart(at(second + 0.5))
                .setScrapeEnd(at(second + 0.5))
                .setUp(true)
                .setValues(Map.of("engine.requests.waiting", (double) (second % 7)))
                .build();
    }

    /**
     * An answer that ends in the second in which its request was due.
     *
     * @param sentNanos from due to sent
     * @param ttftNanos from sent to the first token
     */
    record Answer(long sentNanos, long ttftNanos, long gapNanos) {
        Answer {
            if (sentNanos + e2eNanos(ttftNanos, gapNanos) >= SECOND_NANOS) {
                throw new IllegalArgumentException("an answer must end within a second but takes "
                        + (sentNanos + e2eNanos(ttftNanos, gapNanos)) + " ns");
            }
        }

        long e2eNanos() {
            return e2eNanos(ttftNanos, gapNanos);
        }

        private static long e2eNanos(long ttftNanos, long gapNanos) {
            return ttftNanos + (CHUNKS - 1) * gapNanos;
        }
    }
}
