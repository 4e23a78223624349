package io.tidemark.app.search;

import io.tidemark.app.Closer;
import io.tidemark.app.Surroundings;
import io.tidemark.app.run.RunHooks;
import io.tidemark.app.run.RunResult;
import io.tidemark.app.run.VirtualRequest;
import io.tidemark.app.run.VirtualRun;
import io.tidemark.app.run.VirtualSession;
import io.tidemark.app.run.VirtualStage;
import io.tidemark.app.stack.Backend;
import io.tidemark.producer.plan.PhasePlan;
import io.tidemark.producer.plan.Plan;
import io.tidemark.producer.publish.DiscardingPublisher;
import io.tidemark.producer.run.RunListener;
import io.tidemark.producer.scrape.DeclaredFlags;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.Ulid;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;

/** A simulated server in virtual time; all runs meet the same one, one after the other. */
public final class VirtualGround implements Ground {
    private static final long SECOND_NANOS = 1_000_000_000;

    private final Surroundings surroundings;
    private final Setting setting;
    private final Optional<Backend> backend;
    private final VirtualStage stage;
    private final SplittableRandom ids;
    private final ServerRest rest;

    /** @param backend where events go; empty: nowhere */
    public VirtualGround(Surroundings surroundings, Setting setting, Optional<Backend> backend) {
        this.surroundings = surroundings;
        this.setting = setting;
        this.backend = backend;
        long seed = setting.start().toEpochMilli();
        this.ids = new SplittableRandom(seed);
        String own = Ulid.next(InstantSource.fixed(setting.start()), new SplittableRandom(~seed));
        this.stage = new VirtualStage(setting.server(), setting.start(), own);
        this.rest = new ServerRest(stage::activity, () -> stage.time().pass(SECOND_NANOS));
    }

    /**
     * What all its runs have in common.
     *
     * @param start of virtual time; ids and draws follow from it
     * @param command that reproduces the search
     */
    public record Setting(VirtualRequest.Server server, PhasePlan phase, Team team, Instant start, String command) {}

    @Override
    public Duration elapsed() {
        return Duration.ofNanos(stage.time().nanos());
    }

    @Override
    public Played play(Plan plan, RunHooks asked) throws InterruptedException {
        RunHooks hooks = new RunHooks(asked.watch(), asked.beside(mismatches()));
        VirtualRequest request = new VirtualRequest(
                plan,
                setting.phase(),
                setting.server(),
                setting.team(),
                new VirtualRequest.Named(
                        Ulid.next(stage.time().wall(), ids), surroundings.version(), setting.command(), false));
        if (backend.isEmpty()) {
            VirtualRun.Ended ended = stage.play(request, new DiscardingPublisher(), hooks);
            return new Played(ended.outcome(), List.of());
        }
        VirtualSession session = new VirtualSession(surroundings);
        try (Closer parts = new Closer()) {
            VirtualRun.Ended ended = stage.play(request, parts.keep(session.publisher(request, backend.get())), hooks);
            RunResult result = session.await(request, ended, backend.get());
            return new Played(result.outcome(), result.verdicts());
        }
    }

    private RunListener mismatches() {
        return new RunListener() {
            @Override
            public void flagsChecked(DeclaredFlags flags) {
                flags.mismatches().forEach(mismatch -> surroundings.terminal().say("  MISMATCH  " + mismatch.remark()));
            }
        };
    }

    @Override
    public Rest rest() throws InterruptedException {
        return rest.await();
    }
}
