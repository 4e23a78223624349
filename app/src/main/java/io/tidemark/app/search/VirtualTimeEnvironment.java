package io.tidemark.app.search;

import io.tidemark.app.process.CommandContext;
import io.tidemark.app.process.ResourceScope;
import io.tidemark.app.run.RunObservers;
import io.tidemark.app.run.RunResult;
import io.tidemark.app.run.virtualtime.VirtualRunRequest;
import io.tidemark.app.run.virtualtime.VirtualRunSession;
import io.tidemark.app.run.virtualtime.VirtualServerEnvironment;
import io.tidemark.app.run.virtualtime.VirtualTimeRun;
import io.tidemark.app.stack.Backend;
import io.tidemark.producer.plan.PhasePlan;
import io.tidemark.producer.plan.Plan;
import io.tidemark.producer.plan.TargetPlan;
import io.tidemark.producer.publish.DiscardingPublisher;
import io.tidemark.producer.run.RunListener;
import io.tidemark.producer.scrape.FlagCheck;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.Ulid;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;

/** A simulated server in virtual time; all runs meet the same one, one after the other. */
public final class VirtualTimeEnvironment implements ProbeEnvironment {
    private static final long SECOND_NANOS = 1_000_000_000;

    private final CommandContext surroundings;
    private final Setting setting;
    private final Optional<Backend> backend;
    private final VirtualServerEnvironment stage;
    private final SplittableRandom ids;
    private final IdleWaiter rest;

    /** @param backend where events go; empty: nowhere */
    public VirtualTimeEnvironment(CommandContext surroundings, Setting setting, Optional<Backend> backend) {
        this.surroundings = surroundings;
        this.setting = setting;
        this.backend = backend;
        long seed = setting.start().toEpochMilli();
        this.ids = new SplittableRandom(seed);
        String own = Ulid.next(InstantSource.fixed(setting.start()), new SplittableRandom(~seed));
        this.stage = new VirtualServerEnvironment(setting.targets(), List.of(setting.server()), setting.start(), own);
        this.rest = new IdleWaiter(stage::activity, () -> stage.time().pass(SECOND_NANOS));
    }

    /**
     * What all its runs have in common.
     *
     * @param targets of the plan: a server for each
     * @param start of virtual time; ids and draws follow from it
     * @param command that reproduces the search
     */
    public record Setting(
            List<TargetPlan> targets,
            VirtualRunRequest.Server server,
            PhasePlan phase,
            Team team,
            Instant start,
            String command) {
        public Setting {
            targets = List.copyOf(targets);
        }

        /** With one server. */
        public Setting(VirtualRunRequest.Server server, PhasePlan phase, Team team, Instant start, String command) {
            this(List.of(), server, phase, team, start, command);
        }
    }

    @Override
    public Duration elapsed() {
        return Duration.ofNanos(stage.time().nanos());
    }

    @Override
    public ProbeRun runPlan(Plan plan, RunObservers asked) throws InterruptedException {
        RunObservers hooks = new RunObservers(asked.watch(), asked.combinedWith(mismatches()));
        VirtualRunRequest request = new VirtualRunRequest(
                plan,
                setting.phase(),
                setting.server(),
                setting.team(),
                new VirtualRunRequest.RunIdentity(
                        Ulid.next(stage.time().wall(), ids), surroundings.version(), setting.command(), false));
        if (backend.isEmpty()) {
            VirtualTimeRun.VirtualRunResult ended = stage.runPlan(request, new DiscardingPublisher(), hooks);
            return new ProbeRun(ended.outcome(), List.of());
        }
        VirtualRunSession session = new VirtualRunSession(surroundings);
        try (ResourceScope parts = new ResourceScope()) {
            VirtualTimeRun.VirtualRunResult ended =
                    stage.runPlan(request, parts.register(session.publisher(request, backend.get())), hooks);
            RunResult result = session.await(request, ended, backend.get());
            return new ProbeRun(result.outcome(), result.verdicts());
        }
    }

    private RunListener mismatches() {
        return new RunListener() {
            @Override
            public void flagsChecked(FlagCheck flags) {
                flags.mismatches()
                        .forEach(mismatch -> surroundings.terminal().printLine("  MISMATCH  " + mismatch.remark()));
            }
        };
    }

    @Override
    public IdleWait awaitIdle() throws InterruptedException {
        return rest.await();
    }
}
