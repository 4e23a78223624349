package io.tidemark.bench.console;

import io.tidemark.events.ControlEvent;
import io.tidemark.events.RunState;
import io.tidemark.events.RunStatus;
import io.tidemark.events.TargetRef;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** The state of a run that the benchmarks show. */
final class BenchRun {
    private BenchRun() {}

    /** One that lasts, of one step on one server. */
    static RunState.Builder of(String run, Instant started) {
        return RunState.newBuilder()
                .setRun(run)
                .setExperiment("bench")
                .setPhase("baseline")
                .setPlan("{}")
                .setPlanHash("a")
                .setWorkloadHash("b")
                .setSeed(1)
                .setCommand("bench/run")
                .setToolVersion("0.1.0")
                .setTargets(List.of(TargetRef.newBuilder()
                        .setName("gpu")
                        .setUrl("http://gpu:8000")
                        .setModel("llama")
                        .setScrapeUrls(List.of())
                        .build()))
                .setLanes(List.of("a"))
                .setStepCount(1)
                .setStarted(started)
                .setStatus(RunStatus.RUNNING)
                .setPhaseConfig(Map.of("max_num_seqs", "64"))
                .setLabels(Map.of());
    }

    static ControlEvent event(Instant at, RunState state) {
        return ControlEvent.newBuilder().setAt(at).setState(state).build();
    }
}
