package io.tidemark.app.tune;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.app.cli.terminal.CommandContext;
import io.tidemark.app.cli.terminal.Terminal;
import io.tidemark.app.cli.tune.TuneProgressPrinter;
import io.tidemark.app.process.ResourceScope;
import io.tidemark.app.server.AfterOutcome;
import io.tidemark.app.tune.measure.Measurement;
import io.tidemark.events.ApiKind;
import io.tidemark.events.TrialState;
import io.tidemark.events.TrialStatus;
import io.tidemark.events.TuneActivity;
import io.tidemark.events.TuneState;
import io.tidemark.producer.plan.PhasePlan;
import io.tidemark.producer.plan.RequestPlan;
import io.tidemark.producer.plan.TargetPlan;
import io.tidemark.producer.plan.read.PlanFileOptions;
import io.tidemark.producer.plan.read.PlanLoader;
import io.tidemark.producer.plan.server.ServerPlan;
import io.tidemark.reports.failure.UnavailableException;
import io.tidemark.schemas.time.NanoClock;
import io.tidemark.servers.RunningServer;
import io.tidemark.servers.ServerStartRequest;
import io.tidemark.servers.diagnose.ServerFailure;
import io.tidemark.servers.probe.WarmUpRequest;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SplittableRandom;
import org.apache.avro.specific.SpecificRecord;
import org.junit.jupiter.api.Test;

final class TuneRunTest {
    private static final ServerPlan SERVER = PlanLoader.parse(
                    """
                    experiment: e
                    server: {command: vllm serve}
                    workload: {kind: synthetic, prompt_tokens: 10, output_tokens: 10}
                    steps: [{rate: 1, duration: 10s}]
                    """, new PlanLoader.Source("plan", Path.of(".")), PlanFileOptions.AS_IT_IS)
            .get(0)
            .server()
            .orElseThrow();

    private final ScriptedLauncher launcher = new ScriptedLauncher();
    private final List<SpecificRecord> journal = new ArrayList<>();
    private final List<Map<String, String>> labels = new ArrayList<>();
    private final StringWriter output = new StringWriter();
    private final List<String> after = new ArrayList<>();
    private List<AfterOutcome> outcomes = List.of();
    private Runnable duringMeasurement = () -> {};

    private Measurement.Result measure(PhasePlan phase, Map<String, String> given) {
        labels.add(given);
        assertThat(launcher.running).isEqualTo(1);
        duringMeasurement.run();
        return new Measurement.Result(
                List.of("run-" + labels.size()),
                new Measurement.ValueInterval(OptionalDouble.of(4), OptionalDouble.of(5)),
                "holds 4",
                true);
    }

    private List<AfterOutcome> afterwards(
            PlannedStart start, RunningServer server, Measurement.Result measured, Map<String, String> given) {
        assertThat(server.isAlive()).isTrue();
        after.add(start.phase().name() + " " + measured.runs());
        return outcomes;
    }

    private SweepStarts sweep(int blocks) {
        return Trials.sweep(Trials.phases(64, 128), blocks, this::measure);
    }

    private TuneRun run(StartSource source) {
        return new TuneRun(
                new TuneRun.Parts(
                        context(),
                        journal::add,
                        launcher,
                        source,
                        start -> new ServerStartRequest(
                                SERVER,
                                start.phase().name(),
                                start.phase().flags(),
                                TargetPlan.at(URI.create("http://127.0.0.1:1"), ""),
                                new WarmUpRequest(ApiKind.CHAT, RequestPlan.DEFAULT, false),
                                Map.of(),
                                Path.of("logs")),
                        this::afterwards,
                        new TuneProgressPrinter(new Terminal(
                                new PrintWriter(output, true), new PrintWriter(output, true), false, false))),
                TuneState.newBuilder()
                        .setTune("T1")
                        .setExperiment("e")
                        .setTarget("http://127.0.0.1:1")
                        .setTuner("host:1")
                        .setMode("sweep")
                        .setStarted(Trials.START)
                        .build());
    }

    private CommandContext context() {
        PrintWriter writer = new PrintWriter(output, true);
        return new CommandContext(
                new Terminal(writer, writer, false, false),
                InstantSource.fixed(Trials.START),
                NanoClock.SYSTEM,
                Map.of(),
                Path.of("home"),
                new SplittableRandom(1),
                "test",
                new ResourceScope());
    }

    private List<TrialState> trials() {
        return journal.stream()
                .filter(TrialState.class::isInstance)
                .map(TrialState.class::cast)
                .toList();
    }

    private List<TrialState> over() {
        return trials().stream().filter(trial -> trial.getEnded() != null).toList();
    }

    private TuneState last() {
        return journal.stream()
                .filter(TuneState.class::isInstance)
                .map(TuneState.class::cast)
                .reduce((first, second) -> second)
                .orElseThrow();
    }

    @Test
    void eachStartIsJournaledAsItStartsIsMeasuredAndIsOver() throws Exception {
        assertThat(run(sweep(1)).run()).isEqualTo(TuneActivity.FINISHED);
        assertThat(trials().subList(0, 3))
                .extracting(TrialState::getStatus)
                .containsExactly(TrialStatus.STARTING, TrialStatus.MEASURING, TrialStatus.MEASURED);
        TrialState first = over().get(0);
        assertThat(first.getRuns()).containsExactly("run-1");
        assertThat(first.getHeldUpTo()).isEqualTo(4);
        assertThat(first.getFailsFrom()).isEqualTo(5);
        assertThat(first.getStartupSeconds()).isEqualTo(42);
        assertThat(first.getCommand()).isEqualTo("vllm serve");
        assertThat(trials().get(1).getLastLines()).last().isEqualTo("Application startup complete.");
        assertThat(first.getLastLines())
                .containsExactly("GPU KV cache size: 65,536 tokens", "Application startup complete.");
        assertThat(first.getFacts()).containsEntry("version", "0.14.1").containsEntry("kv_capacity_tokens", "65536");
        assertThat(labels.get(1))
                .containsEntry("tune", "T1")
                .containsEntry("tune.start", "2")
                .containsEntry("sequence", "T1")
                .containsEntry("sequence.block", "1");
        assertThat(last().getActivity()).isEqualTo(TuneActivity.FINISHED);
        assertThat(last().getEnded()).isEqualTo(3);
        assertThat(launcher.running).isZero();
    }

    @Test
    void commandsRunAfterTheLoadWhileTheServerIsUpAndWhatBecameOfThemIsJournaled() throws Exception {
        outcomes = List.of(
                new AfterOutcome("quality", "over after 3 s", List.of("quality-run")),
                new AfterOutcome("notes", "failed: exit status 3", List.of()));
        assertThat(run(sweep(1)).run()).isEqualTo(TuneActivity.FINISHED);

        assertThat(after).containsExactly("default [run-1]", "seqs-64 [run-2]", "seqs-128 [run-3]");
        assertThat(over().get(0).getRuns()).containsExactly("run-1", "quality-run");
        assertThat(over().get(0).getFacts())
                .containsEntry("after.quality", "over after 3 s")
                .containsEntry("after.notes", "failed: exit status 3");
        assertThat(over()).extracting(TrialState::getStatus).containsOnly(TrialStatus.MEASURED);
    }

    @Test
    void onlyStartsThatDecideHaveCommandsRunAfterThem() throws Exception {
        SearchOfOne search = new SearchOfOne();
        assertThat(run(search).run()).isEqualTo(TuneActivity.FINISHED);

        assertThat(after).containsExactly("seqs-64 [run-2]");
    }

    /** One start of the search, then one of the final stage. */
    private final class SearchOfOne implements StartSource {
        private int ended;

        @Override
        public String mode() {
            return "search";
        }

        @Override
        public String objective() {
            return "maximize held load";
        }

        @Override
        public Optional<PlannedStart> next() {
            return ended == 2
                    ? Optional.empty()
                    : Optional.of(new PlannedStart(
                            ended + 1,
                            ended,
                            ended == 0 ? "search" : "final",
                            Trials.phases(64).get(ended),
                            TuneRunTest.this::measure));
        }

        @Override
        public void ended(TrialState trial) {
            ended++;
        }

        @Override
        public int planned() {
            return 0;
        }

        @Override
        public Duration left() {
            return Duration.ZERO;
        }

        @Override
        public Conclusion conclusion() {
            return new Conclusion(false, "over", "", "");
        }

        @Override
        public String schedule() {
            return "{}";
        }
    }

    @Test
    void aServerThatFailsIsAResultWithItsLastLines() throws Exception {
        launcher.failures.put("seqs-64", ServerFailure.OUT_OF_MEMORY);
        launcher.failures.put("seqs-128", ServerFailure.CRASHED);
        assertThat(run(sweep(1)).run()).isEqualTo(TuneActivity.FINISHED);
        assertThat(over())
                .extracting(TrialState::getStatus)
                .containsExactly(TrialStatus.MEASURED, TrialStatus.INFEASIBLE, TrialStatus.INFEASIBLE);
        assertThat(over().get(1).getFailure()).isEqualTo("OUT_OF_MEMORY");
        assertThat(over().get(1).getLastLines()).containsExactly("CUDA out of memory");
        assertThat(over().get(2).getFailure()).isEqualTo("CRASHED");
        assertThat(over().get(2).getDescription())
                .contains("after it was ready")
                .contains("reason of CRASHED");
        assertThat(over().get(2).getRuns()).hasSize(1);
        assertThat(last().getInfeasible()).isEqualTo(2);
        assertThat(output.toString()).contains("INFEASIBLE (OUT_OF_MEMORY)").contains("| CUDA out of memory");
    }

    @Test
    void aServerThatGivesNothingBackEndsTheTuneAndKeepsItsMeasurement() throws Exception {
        launcher.failures.put("default", ServerFailure.NOT_RELEASED);
        assertThat(run(sweep(1)).run()).isEqualTo(TuneActivity.FAILED);
        assertThat(launcher.started).containsExactly("default");
        assertThat(over().get(0).getStatus()).isEqualTo(TrialStatus.MEASURED);
        assertThat(last().getActivity()).isEqualTo(TuneActivity.FAILED);
        assertThat(last().getDescription()).isEqualTo("reason of NOT_RELEASED");
        assertThat(output.toString()).contains("--resume T1");
    }

    @Test
    void aTuneThatIsStoppedMeasuresThatStartAnew() throws Exception {
        SweepStarts source = sweep(1);
        TuneRun run = run(source);
        duringMeasurement = () -> {
            if (labels.size() == 2) {
                new Thread(run::close).start();
                while (!launcher.closed) {
                    Thread.onSpinWait();
                }
            }
        };
        assertThat(run.run()).isEqualTo(TuneActivity.STOPPED);
        assertThat(over())
                .extracting(TrialState::getStatus)
                .containsExactly(TrialStatus.MEASURED, TrialStatus.INTERRUPTED);
        assertThat(last().getActivity()).isEqualTo(TuneActivity.STOPPED);

        TuneHistory history = new TuneHistory(last(), over());
        assertThat(history.ended()).hasSize(1);
        duringMeasurement = () -> {};
        launcher.started.clear();
        TuneRun resumed = run(sweep(1));
        resumed.resume(history.ended());
        assertThat(resumed.run()).isEqualTo(TuneActivity.FINISHED);
        assertThat(launcher.started).containsExactly("seqs-64", "seqs-128");
        assertThat(last().getEnded()).isEqualTo(3);
    }

    @Test
    void serversOfTwoVersionsAreNotCompared() throws Exception {
        duringMeasurement = () -> launcher.version = labels.size() == 2 ? "0.15.0" : "0.14.1";
        assertThat(run(sweep(1)).run()).isEqualTo(TuneActivity.FAILED);
        assertThat(launcher.started).hasSize(2);
        assertThat(last().getDescription())
                .isEqualTo("start 2 has server version 0.15.0, and those before it have 0.14.1: start a new tune");
    }

    @Test
    void theServerIsStoppedAndTheJournalToldWhenAMeasurementCannotGoOn() {
        duringMeasurement = () -> {
            throw new UnavailableException("Kafka is away");
        };
        assertThatThrownBy(() -> run(sweep(1)).run()).hasMessage("Kafka is away");
        assertThat(launcher.running).isZero();
        assertThat(last().getActivity()).isEqualTo(TuneActivity.FAILED);
        assertThat(last().getDescription()).isEqualTo("Kafka is away");
    }
}
