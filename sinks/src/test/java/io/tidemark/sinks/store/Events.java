package io.tidemark.sinks.store;

import io.tidemark.events.BlockMetric;
import io.tidemark.events.BreachState;
import io.tidemark.events.ComparisonVerdict;
import io.tidemark.events.ControlEvent;
import io.tidemark.events.Finality;
import io.tidemark.events.Heartbeat;
import io.tidemark.events.LoadKind;
import io.tidemark.events.MetricName;
import io.tidemark.events.MetricResult;
import io.tidemark.events.MovedSignal;
import io.tidemark.events.ObjectiveJudgement;
import io.tidemark.events.ObjectiveKind;
import io.tidemark.events.ObjectiveResult;
import io.tidemark.events.ObjectiveState;
import io.tidemark.events.Outcome;
import io.tidemark.events.Regression;
import io.tidemark.events.RequestEvent;
import io.tidemark.events.RunState;
import io.tidemark.events.RunStatus;
import io.tidemark.events.ServerRole;
import io.tidemark.events.ServerSample;
import io.tidemark.events.SloBreach;
import io.tidemark.events.SloState;
import io.tidemark.events.StepBlock;
import io.tidemark.events.StepPart;
import io.tidemark.events.StepResult;
import io.tidemark.events.StepState;
import io.tidemark.events.TargetRef;
import io.tidemark.events.Verdict;
import io.tidemark.events.VerdictBasis;
import io.tidemark.events.WindowStats;
import io.tidemark.schemas.serde.RegistryConfig;
import io.tidemark.schemas.serde.SchemaRegistry;
import io.tidemark.schemas.sketch.LogHistogram;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** One run of two requests a second, 100 ms to the first token and 10 ms for each further one, from {@link #START}. */
public final class Events {
    public static final String RUN = "01JD8Z6K3M5TQX9V2R7C0WHB4N";
    public static final Instant START = Instant.parse("2026-03-01T10:00:00Z");

    static {
        // Lets Avro make our events, as every process that uses them does by connecting.
        SchemaRegistry.connect(RegistryConfig.of("http://127.0.0.1:1"));
    }

    private Events() {}

    public static ControlEvent control(Instant at, Object state) {
        return ControlEvent.newBuilder().setAt(at).setState(state).build();
    }

    public static RunState run(String run, Instant started) {
        return RunState.newBuilder()
                .setRun(run)
                .setExperiment("h200")
                .setPhase("baseline")
                .setPlan("{\"steps\":[2.0]}")
                .setPlanHash("aa")
                .setWorkloadHash("bb")
                .setSeed(7)
                .setCommand("tidemark run plan.yaml")
                .setToolVersion("0.1.0")
                .setTargets(List.of(TargetRef.newBuilder()
                        .setName("gpu")
                        .setUrl("http://gpu-1:8000")
                        .setModel("llama")
                        .setScrapeUrls(List.of("http://gpu-1:8000/metrics"))
                        .setServerVersion("0.14.1")
                        .build()))
                .setLanes(List.of("a"))
                .setStepCount(1)
                .setStarted(started)
                .setStatus(RunStatus.RUNNING)
                .setPhaseConfig(Map.of("max_num_seqs", "64"))
                .setLabels(Map.of("gpu", "h200"))
                .build();
    }

    public static StepState step(int step) {
        return StepState.newBuilder()
                .setRun(RUN)
                .setStep(step)
                .setLoadKind(LoadKind.RATE)
                .setLoad(2.0)
                .setArrivals("poisson")
                .setDrawnRate(1.97)
                .setStarted(START)
                .setMeasureFrom(START.plusSeconds(10))
                .setRequestsByLane(Map.of("a", 20L))
                .setTarget("gpu")
                .build();
    }

    public static SloState slo(String name, boolean removed) {
        return SloState.newBuilder()
                .setRun(RUN)
                .setObjective(ObjectiveState.newBuilder()
                        .setName(name)
                        .setKind(ObjectiveKind.QUANTILE)
                        .setMetric(MetricName.TTFT)
                        .setQuantile(0.95)
                        .setLimitNanos(250_000_000)
                        .build())
                .setChanged(START)
                .setRemoved(removed)
                .build();
    }

    /** Request {@code n}: its first token comes {@code ttftMillis} after sending, then 10 more, 10 ms apart. */
    public static RequestEvent.Builder request(long n, long ttftMillis) {
        return RequestEvent.newBuilder()
                .setRun(RUN)
                .setStep(0)
                .setLane("a")
                .setLaneSeq(n)
                .setRequest("a-" + n)
                .setTarget("gpu")
                .setModel("llama")
                .setPart(StepPart.MEASURED)
                .setDue(START.plusMillis(500 * n))
                .setSentNanos(1_000_000L)
                .setFirstTokenNanos(1_000_000L + ttftMillis * 1_000_000)
                .setLastTokenNanos(1_000_000L + ttftMillis * 1_000_000 + 100_000_000)
                .setEndNanos(1_000_000L + ttftMillis * 1_000_000 + 101_000_000)
                .setOutcome(Outcome.OK)
                .setOutputTokens(11)
                .setPromptTokens(500)
                .setItlSketch(sketch(10_000_000));
    }

    public static WindowStats.Builder window(Instant end) {
        return WindowStats.newBuilder()
                .setRun(RUN)
                .setStep(0)
                .setTarget("gpu")
                .setMetric(MetricName.TTFT)
                .setWindowSeconds(10)
                .setStart(end.minusSeconds(10))
                .setEnd(end)
                .setFinality(Finality.FINAL)
                .setCount(20)
                .setSumNanos(2_000_000_000)
                .setP50Nanos(100_000_000L)
                .setP95Nanos(180_000_000L)
                .setP99Nanos(200_000_000L)
                .setSignals(Map.of("engine.requests.waiting", 3.0))
                .setSignalAgeMillis(400L);
    }

    public static StepResult.Builder result(Finality finality, long ok) {
        return StepResult.newBuilder()
                .setRun(RUN)
                .setStep(0)
                .setExperiment("h200")
                .setPhase("baseline")
                .setTarget("gpu")
                .setFinality(finality)
                .setLoadKind(LoadKind.RATE)
                .setLoad(2.0)
                .setMeasureFrom(START)
                .setDue(ok + 1)
                .setSent(ok + 1)
                .setOk(ok)
                .setOutcomes(Map.of("OK", ok, "HTTP_ERROR", 1L))
                .setMetrics(List.of(MetricResult.newBuilder()
                        .setMetric(MetricName.TTFT)
                        .setCount(ok)
                        .setSumNanos(ok * 100_000_000)
                        .setP99Nanos(100_000_000L)
                        .setSketch(sketch(100_000_000))
                        .build()))
                .setObjectives(List.of(ObjectiveResult.newBuilder()
                        .setObjective("ttft p95 < 250ms")
                        .setKind(ObjectiveKind.QUANTILE)
                        .setMetric(MetricName.TTFT)
                        .setQuantile(0.95)
                        .setLimit(250_000_000)
                        .setVerdict(Verdict.PASS)
                        .setValue(100_000_000.0)
                        .setLow(90_000_000.0)
                        .setCount(ok)
                        .setBad(1)
                        .setVerdictOn(VerdictBasis.SHORT_RUN)
                        .setSustained(ObjectiveJudgement.newBuilder()
                                .setVerdict(Verdict.INCONCLUSIVE)
                                .setBlocks(9)
                                .setBlockNanos(60_000_000_000L)
                                .setNeededNanos(660_000_000_000L)
                                .setWhy("9 blocks of 60 s, 20 needed")
                                .build())
                        .setShortRun(ObjectiveJudgement.newBuilder()
                                .setVerdict(Verdict.PASS)
                                .setLow(90_000_000.0)
                                .build())
                        .build()))
                .setVerdict(Verdict.PASS)
                .setSignalMeans(Map.of("engine.requests.running", 4.5))
                .setRunStatus(RunStatus.RUNNING);
    }

    /** A block of so many requests, one of them not ok, the others with this time to their first token. */
    public static StepBlock block(int number, Instant from, long due, long ttftNanos) {
        return StepBlock.newBuilder()
                .setNumber(number)
                .setFrom(from)
                .setDue(due)
                .setNotOk(1)
                .setBad(Map.of("ttft p95 < 250ms", 1L))
                .setMetrics(List.of(BlockMetric.newBuilder()
                        .setMetric(MetricName.TTFT)
                        .setCount(due - 1)
                        .setSketch(sketch(ttftNanos))
                        .build()))
                .build();
    }

    public static SloBreach.Builder breach(BreachState state, Finality evidence) {
        return SloBreach.newBuilder()
                .setBreach(RUN + "/ttft/1")
                .setRun(RUN)
                .setStep(0)
                .setTarget("gpu")
                .setObjective("ttft p95 < 250ms")
                .setMetric(MetricName.TTFT)
                .setState(state)
                .setEvidence(evidence)
                .setOpened(START.plusSeconds(20))
                .setUpdated(START.plusSeconds(30))
                .setLimit(250_000_000)
                .setValue(300_000_000)
                .setWorst(400_000_000)
                .setMovedWith(List.of(MovedSignal.newBuilder()
                        .setSignal("engine.requests.waiting")
                        .setBefore(0)
                        .setDuring(12.5)
                        .setScore(9)
                        .build()))
                .setMovedWords("Moved with it: queue length 0 -> 12.5 requests.");
    }

    public static ServerSample.Builder sample(Instant at) {
        return ServerSample.newBuilder()
                .setTarget("gpu")
                .setInstance("gpu-1:8000")
                .setRole(ServerRole.ENGINE)
                .setScrapeStart(at)
                .setScrapeEnd(at.plusMillis(5))
                .setUp(true)
                .setValues(Map.of("engine.requests.waiting", 3.0, "engine.preemptions", Double.NaN))
                .setInfo(Map.of("num_gpu_blocks", "25309"));
    }

    public static Regression regression(Instant at, ComparisonVerdict verdict) {
        return Regression.newBuilder()
                .setExperiment("h200")
                .setBasePhase("baseline")
                .setCandidatePhase("moderate")
                .setBaseRuns(List.of(RUN))
                .setCandidateRuns(List.of("01JD8Z6K3M5TQX9V2R7C0WHB4P"))
                .setLoadKind(LoadKind.RATE)
                .setLoad(2.0)
                .setMetric(MetricName.TPOT)
                .setQuantile(0.99)
                .setBaseNanos(40_000_000)
                .setCandidateNanos(50_000_000)
                .setRatio(1.25)
                .setLow(1.1)
                .setVerdict(verdict)
                .setAt(at)
                .build();
    }

    public static ByteBuffer sketch(long... nanos) {
        LogHistogram sketch = new LogHistogram();
        for (long value : nanos) {
            sketch.add(value);
        }
        return ByteBuffer.wrap(sketch.encode());
    }

    /** What a lane says a number of seconds after the start. */
    public static Heartbeat heartbeat(int second) {
        return Heartbeat.newBuilder()
                .setRun(RUN)
                .setLane("lane-0")
                .setLaneSeq(second)
                .setAt(START.plusSeconds(second))
                .setPublishedThrough(START.plusSeconds(second))
                .setTokenBatches(0)
                .setRequests(0)
                .build();
    }
}
