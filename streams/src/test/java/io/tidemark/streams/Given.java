package io.tidemark.streams;

import io.tidemark.events.ChunkKind;
import io.tidemark.events.ControlEvent;
import io.tidemark.events.Finality;
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
import io.tidemark.events.StepResult;
import io.tidemark.events.StepState;
import io.tidemark.events.TargetRef;
import io.tidemark.events.TokenBatch;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;

/** Events of one run, one lane and one target, in seconds and milliseconds from {@link TeamDriver#EPOCH}. */
public final class Given {
    static final String RUN = "01JABCDEFGHJKMNPQRSTVWXYZ0";
    static final String LANE = "lane-0";
    static final String TARGET = "default";

    private Given() {}

    static Instant at(double second) {
        return TeamDriver.EPOCH.plus(Duration.ofMillis(Math.round(second * 1000)));
    }

    static long nanos(long millis) {
        return Duration.ofMillis(millis).toNanos();
    }

    /** An ok request: its first token after {@code ttftMillis}, ten more tokens over {@code restMillis}. */
    public static RequestEvent.Builder ok(long number, double dueSecond, long ttftMillis, long restMillis) {
        return request(number, dueSecond)
                .setOutcome(Outcome.OK)
                .setFirstTokenNanos(nanos(ttftMillis))
                .setLastTokenNanos(nanos(ttftMillis + restMillis))
                .setEndNanos(nanos(ttftMillis + restMillis))
                .setOutputTokens(11)
                .setPromptTokens(100);
    }

    /** A request that failed after {@code afterMillis} without a token. */
    static RequestEvent.Builder failed(long number, double dueSecond, long afterMillis) {
        return request(number, dueSecond).setOutcome(Outcome.HTTP_ERROR).setEndNanos(nanos(afterMillis));
    }

    private static RequestEvent.Builder request(long number, double dueSecond) {
        return RequestEvent.newBuilder()
                .setRun(RUN)
                .setStep(0)
                .setLane(LANE)
                .setLaneSeq(number)
                .setRequest(LANE + "-" + number)
                .setTarget(TARGET)
                .setPart(StepPart.MEASURED)
                .setModel("m")
                .setDue(at(dueSecond))
                .setSentNanos(0L);
    }

    /** The only batch of a request: a first token after {@code ttftMillis}, then one every {@code gapMillis}. */
    public static TokenBatch.Builder tokens(
            long number, double dueSecond, long ttftMillis, long gapMillis, int chunks) {
        return TokenBatch.newBuilder()
                .setRun(RUN)
                .setStep(0)
                .setLane(LANE)
                .setLaneSeq(number)
                .setRequest(LANE + "-" + number)
                .setTarget(TARGET)
                .setPart(StepPart.MEASURED)
                .setDue(at(dueSecond))
                .setSentNanos(0)
                .setBatch(0)
                .setFirstChunk(0)
                .setOutputBefore(0)
                .setBaseNanos(0)
                .setGapsNanos(LongStream.range(0, chunks)
                        .map(i -> i == 0 ? nanos(ttftMillis) : nanos(gapMillis))
                        .boxed()
                        .toList())
                .setKinds(Collections.nCopies(chunks, ChunkKind.CONTENT))
                .setTokens(Collections.nCopies(chunks, 1))
                .setSizesBytes(Collections.nCopies(chunks, 100))
                .setLast(true);
    }

    public static Heartbeat.Builder heartbeat(double throughSecond, long tokenBatches, long requests) {
        return Heartbeat.newBuilder()
                .setRun(RUN)
                .setLane(LANE)
                .setLaneSeq(0)
                .setAt(at(throughSecond))
                .setPublishedThrough(at(throughSecond))
                .setTokenBatches(tokenBatches)
                .setRequests(requests);
    }

    public static RunState.Builder run() {
        return RunState.newBuilder()
                .setRun(RUN)
                .setExperiment("tuning")
                .setPhase("base")
                .setWorkloadHash("w")
                .setTargets(List.of(TargetRef.newBuilder()
                        .setName(TARGET)
                        .setUrl("http://t")
                        .setModel("m")
                        .build()))
                .setLanes(List.of(LANE))
                .setStarted(at(0))
                .setStatus(RunStatus.RUNNING);
    }

    public static StepState.Builder step(double fromSecond) {
        return StepState.newBuilder()
                .setRun(RUN)
                .setStep(0)
                .setLoadKind(LoadKind.RATE)
                .setLoad(4)
                .setStarted(at(fromSecond))
                .setMeasureFrom(at(fromSecond));
    }

    /** A final result of a run of an experiment, with no figures. */
    static StepResult.Builder result(String run, String experiment) {
        return StepResult.newBuilder()
                .setRun(run)
                .setStep(0)
                .setExperiment(experiment)
                .setPhase("base")
                .setWorkloadHash("w")
                .setFinality(Finality.FINAL)
                .setRunStatus(RunStatus.ENDED)
                .setLoadKind(LoadKind.RATE)
                .setLoad(4)
                .setMeasureFrom(at(0))
                .setDue(1)
                .setSent(1)
                .setOk(1);
    }

    /** A quantile objective over 10 s windows that needs one request, which may be chance. */
    static ObjectiveState.Builder objective(MetricName metric, double quantile, long limitMillis) {
        return ObjectiveState.newBuilder()
                .setName(metric + " p" + quantile)
                .setKind(ObjectiveKind.QUANTILE)
                .setMetric(metric)
                .setQuantile(quantile)
                .setLimitNanos(nanos(limitMillis))
                .setWindowSeconds(10)
                .setLevel(1)
                .setClearSeconds(0);
    }

    public static ControlEvent control(Object state) {
        return ControlEvent.newBuilder().setAt(at(0)).setState(state).build();
    }

    static ControlEvent control(ObjectiveState objective) {
        return control(objective, 0);
    }

    /** An objective as it is from a second on. */
    static ControlEvent control(ObjectiveState objective, double changedSecond) {
        return control((Object) change(objective, changedSecond).build());
    }

    static SloState.Builder change(ObjectiveState objective, double changedSecond) {
        return SloState.newBuilder().setRun(RUN).setObjective(objective).setChanged(at(changedSecond));
    }

    static ServerSample.Builder sample(double second, Map<String, Double> values) {
        return ServerSample.newBuilder()
                .setTarget(TARGET)
                .setInstance("localhost:8000")
                .setRole(ServerRole.ENGINE)
                .setScrapeStart(at(second))
                .setScrapeEnd(at(second))
                .setUp(true)
                .setValues(values);
    }
}
