package io.tidemark.app.search;

import io.tidemark.app.delivery.RunBackend;
import io.tidemark.app.delivery.RunDelivery;
import io.tidemark.app.process.OperationContext;
import io.tidemark.app.run.RunObservers;
import io.tidemark.app.run.RunResult;
import io.tidemark.app.run.virtualtime.VirtualRunRequest;
import io.tidemark.app.run.virtualtime.VirtualRunSession;
import io.tidemark.app.run.virtualtime.VirtualServerEnvironment;
import io.tidemark.producer.plan.PhasePlan;
import io.tidemark.producer.plan.Plan;
import io.tidemark.producer.plan.TargetPlan;
import io.tidemark.producer.publish.DiscardingPublisher;
import io.tidemark.producer.run.RunListener;
import io.tidemark.producer.scrape.FlagCheck;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.Ulid;
import io.tidemark.schemas.time.VirtualTime;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;

/** A simulated server in virtual time; all runs meet the same one, one after the other. */
public final class VirtualTimeEnvironment implements ProbeEnvironment {
    private static final long SECOND_NANOS = 1_000_000_000;

    private final OperationContext context;
    private final VirtualServerEnvironment servers;
    private final Setting setting;
    private final Optional<RunBackend> backend;
    private final SplittableRandom ids;
    private final IdleWaiter rest;
    private final long beganNanos;

    /**
     * Loads on a server that is there already. The ids of its runs, and what they draw, follow from what its time is now.
     *
     * @param backend where events go; empty: nowhere
     */
    public VirtualTimeEnvironment(
            OperationContext context, VirtualServerEnvironment servers, Setting setting, Optional<RunBackend> backend) {
        this.context = context;
        this.servers = servers;
        this.setting = setting;
        this.backend = backend;
        this.ids = new SplittableRandom(servers.time().wall().instant().toEpochMilli());
        this.rest = new IdleWaiter(servers::activity, () -> servers.time().pass(SECOND_NANOS));
        this.beganNanos = servers.time().nanos();
    }

    /**
     * The same with servers of its own, that start at {@code start}.
     *
     * @param targets of the plan: a server like this for each
     */
    public static VirtualTimeEnvironment startingAt(
            Instant start,
            List<TargetPlan> targets,
            VirtualRunRequest.Server server,
            OperationContext context,
            Setting setting,
            Optional<RunBackend> backend) {
        String own = Ulid.next(InstantSource.fixed(start), new SplittableRandom(~start.toEpochMilli()));
        return new VirtualTimeEnvironment(
                context,
                new VirtualServerEnvironment(targets, List.of(server), new VirtualTime(start), own),
                setting,
                backend);
    }

    /**
     * What all its runs have in common.
     *
     * @param command that reproduces them
     */
    public record Setting(PhasePlan phase, Team team, String command) {}

    @Override
    public Duration elapsed() {
        return Duration.ofNanos(servers.time().nanos() - beganNanos);
    }

    @Override
    public ProbeRun runPlan(Plan plan, RunObservers asked) throws InterruptedException {
        RunObservers observers = new RunObservers(asked.watch(), asked.combinedWith(mismatches()));
        VirtualRunRequest request = new VirtualRunRequest(
                plan,
                setting.phase(),
                servers.simulated(),
                setting.team(),
                new VirtualRunRequest.RunIdentity(
                        Ulid.next(servers.time().wall(), ids), context.version(), setting.command(), false));
        if (backend.isEmpty()) {
            VirtualServerEnvironment.VirtualRunResult ended =
                    servers.runPlan(request, new DiscardingPublisher(), observers);
            return new ProbeRun(ended.outcome(), List.of());
        }
        VirtualRunSession session = new VirtualRunSession(context);
        RunDelivery delivery = session.delivery(request, servers.time(), backend.get());
        VirtualServerEnvironment.VirtualRunResult ended;
        try (delivery) {
            ended = servers.runPlan(request, delivery.publisher(), observers);
        }
        RunResult result = session.results(request, ended, delivery);
        return new ProbeRun(result.outcome(), result.verdicts());
    }

    private RunListener mismatches() {
        return new RunListener() {
            @Override
            public void flagsChecked(FlagCheck flags) {
                flags.mismatches().forEach(mismatch -> context.progress().line("  MISMATCH  " + mismatch.remark()));
            }
        };
    }

    @Override
    public IdleWait awaitIdle() throws InterruptedException {
        return rest.await();
    }
}
