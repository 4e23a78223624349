package io.tidemark.app.cli;

import io.tidemark.app.CommandException;
import io.tidemark.app.ExitCode;
import io.tidemark.app.Surroundings;
import io.tidemark.app.Terminal;
import io.tidemark.app.run.RunResult;
import io.tidemark.app.run.VirtualRequest;
import io.tidemark.app.run.VirtualSession;
import io.tidemark.app.stack.Backend;
import io.tidemark.app.stack.StreamsRest;
import io.tidemark.events.RunStatus;
import io.tidemark.producer.plan.Plan;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.Ulid;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Locale;
import java.util.Optional;
import java.util.SplittableRandom;
import picocli.CommandLine.Mixin;

/** {@code tidemark simulate --virtual}: what it takes beside the simulated server, and how it goes. */
final class VirtualVerb {
    @Mixin
    private final VirtualOptions options = new VirtualOptions();

    @Mixin
    private final ClusterOptions cluster = new ClusterOptions();

    @Mixin
    private final ReportOptions report = new ReportOptions();

    @Mixin
    private final EventOptions events = new EventOptions();

    /** Whether a plan is to be run in virtual time. */
    boolean given() {
        return options.given();
    }

    ExitCode call(Surroundings surroundings, VirtualRequest.Server server, String command) throws InterruptedException {
        if (report.json() && !options.publishes()) {
            throw CommandException.usage(
                    "--json prints results, and --no-publish makes none: leave one of the two out");
        }
        Plan plan = options.plan();
        Team team = events.owner(plan);
        VirtualRequest request = new VirtualRequest(
                plan,
                options.phase(plan),
                server,
                team,
                new VirtualRequest.Named(
                        runId(surroundings, plan), surroundings.version(), command, events.recordsText()));
        Surroundings shown = report.quiet() ? surroundings.muted() : surroundings;
        introduce(shown.terminal(), request);
        return options.publishes() ? published(surroundings, shown, request) : lookedAt(shown, request);
    }

    private ExitCode lookedAt(Surroundings shown, VirtualRequest request) throws InterruptedException {
        VirtualSession.Timed timed =
                new VirtualSession(shown).look(request, options.start(), new VirtualFigures(shown.terminal()));
        say(shown.terminal(), timed);
        return timed.ended().outcome().status() == RunStatus.INVALID ? ExitCode.RUN_INVALID : ExitCode.OK;
    }

    private ExitCode published(Surroundings surroundings, Surroundings shown, VirtualRequest request)
            throws InterruptedException {
        Backend backend = surroundings
                .closer()
                .keep(Backend.open(
                        surroundings,
                        cluster.named(),
                        request.team(),
                        report.store().given(surroundings)));
        RunWarnings.before(request.plan()).forEach(surroundings.terminal()::warn);
        VirtualSession session = new VirtualSession(shown);
        VirtualSession.Timed timed = sent(session, request, backend, shown);
        say(shown.terminal(), timed);
        long fromNanos = surroundings.nanoClock().nanos();
        RunResult result = session.await(request, timed.ended(), backend);
        shown.terminal()
                .sayf(
                        "  results    final after another %.1f s",
                        (surroundings.nanoClock().nanos() - fromNanos) / 1e9);
        new ReportPrinter(surroundings, backend.results(), report).print(result.key());
        RunWarnings.of(result).forEach(surroundings.terminal()::warn);
        return result.exitCode();
    }

    /** Nobody watches live figures of an hour that takes seconds: the streams judge it when all of it is there. */
    private VirtualSession.Timed sent(
            VirtualSession session, VirtualRequest request, Backend backend, Surroundings shown)
            throws InterruptedException {
        StreamsRest rest = backend.restStreams();
        try {
            return session.send(
                    request,
                    options.start(),
                    new VirtualSession.Sending(backend, new VirtualFigures(shown.terminal())));
        } finally {
            rest.close();
        }
    }

    private static void introduce(Terminal terminal, VirtualRequest request) {
        terminal.sayf(
                "  server     %s, simulated in virtual time: no socket, no client lag, nothing to calibrate",
                request.server().profile());
        terminal.sayf(
                "  plan       %s / %s   %d steps",
                request.plan().experiment(),
                request.phase().name(),
                request.plan().steps().size());
    }

    private static void say(Terminal terminal, VirtualSession.Timed timed) {
        double virtualSeconds = seconds(timed.ended().lasted());
        double wallSeconds = seconds(timed.wall());
        terminal.say(String.format(
                Locale.ROOT,
                "  virtual    %.1f s in %.2f s of wall time (%.0f times as fast), %d events, begun %s",
                virtualSeconds,
                wallSeconds,
                virtualSeconds / wallSeconds,
                timed.ended().events(),
                timed.start()));
    }

    private static double seconds(Duration duration) {
        return duration.toNanos() / 1e9;
    }

    /** With a start it follows from that and the plan, so that the same command makes the same run. */
    private String runId(Surroundings surroundings, Plan plan) {
        Optional<Instant> start = options.start();
        return start.isPresent()
                ? Ulid.next(
                        InstantSource.fixed(start.get()),
                        new SplittableRandom(
                                Long.parseUnsignedLong(plan.planHash().substring(0, 16), 16)))
                : Ulid.next(surroundings.wallClock(), surroundings.random());
    }
}
