package io.tidemark.streams.host;

import io.tidemark.schemas.Team;
import io.tidemark.streams.meter.TeamMeters;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A team's place in the host: its application, or why there is none. An application that ended is started again after a pause that
 * doubles until one has run well for a while. Changed by the host's thread only; its status may be asked by any.
 */
final class TeamSupervisor implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(TeamSupervisor.class);

    private final Team team;
    private final InstantSource clock;
    private final RestartPolicy patience;
    private final TeamMeters meters;
    private final Supplier<TeamApplication> starter;
    private volatile Optional<TeamApplication> application = Optional.empty();
    private volatile State state = new State("not checked yet", TeamHealth.WAITING, 0, 0, Instant.MIN, Instant.MIN);

    /**
     * What is known beside the application.
     *
     * @param health while there is no application
     * @param ends times in a row that an application ended
     * @param failures of the threads of those that ended
     */
    private record State(
            String reason, TeamHealth health, long ends, long failures, Instant notBefore, Instant started) {
        State waiting(String obstacle) {
            return new State(obstacle, TeamHealth.WAITING, 0, failures, Instant.MIN, started);
        }

        State settled() {
            return new State(reason, health, 0, failures, notBefore, started);
        }

        State startedAt(Instant at) {
            return new State(reason, health, ends, failures, notBefore, at);
        }

        /** It did not end by itself. */
        State restarting(TeamStatus last) {
            return new State(last.detail(), TeamHealth.STARTING, ends, failures + last.failures(), notBefore, started);
        }

        State ended(End end, Instant next) {
            return new State(end.why, end.health, ends + 1, failures + end.failures, next, started);
        }
    }

    /** Why there is no application any more, or none yet. */
    private record End(TeamHealth health, String why, long failures) {}

    TeamSupervisor(Team team, TeamApplication.Settings settings, Supplier<TeamApplication> starter) {
        this.team = team;
        this.clock = settings.clock();
        this.patience = settings.patience();
        this.meters = settings.meters();
        this.starter = starter;
    }

    /** Starts what can be started, and clears away what has ended. */
    void reconcile(Optional<String> obstacle) {
        application.filter(TeamApplication::hasEnded).ifPresent(over -> {
            TeamStatus last = over.status();
            ended(new End(TeamHealth.FAILED, "it ended: " + last.detail(), last.failures()));
        });
        if (application.isPresent()) {
            restartWithLongerTimeout(application.get());
            application.ifPresent(TeamApplication::checkHealth);
            resetRestartDelay();
            return;
        }
        if (obstacle.isPresent()) {
            wait(obstacle.get());
            return;
        }
        if (!clock.instant().isBefore(state.notBefore)) {
            start();
        }
    }

    /** Transactions that are too long for this machine would be done again without an end. */
    private void restartWithLongerTimeout(TeamApplication tight) {
        if (tight.needsLongerTimeout()) {
            TeamStatus last = tight.status();
            LOG.warn("team {}: {}; it is started again", team, last.detail());
            state = state.restarting(last);
            application = Optional.empty();
            tight.close();
            start();
        }
    }

    TeamStatus status() {
        State known = state;
        return application
                .map(TeamApplication::status)
                .map(running -> statusAfterEnd(running, known))
                .orElseGet(() -> new TeamStatus(
                        team,
                        known.health,
                        known.ends > 0 ? known.reason + "; started again at " + known.notBefore : known.reason,
                        known.failures));
    }

    @Override
    public void close() {
        application.ifPresent(TeamApplication::close);
        application = Optional.empty();
    }

    /** One that was started again has to run for a while before it counts as well. */
    private TeamStatus statusAfterEnd(TeamStatus running, State known) {
        long failures = known.failures + running.failures();
        boolean unproven = known.ends > 0 && clock.instant().isBefore(known.started.plus(patience.healthyAfter()));
        return unproven && running.health() == TeamHealth.RUNNING
                ? new TeamStatus(team, TeamHealth.DEGRADED, "started again after " + known.reason, failures)
                : new TeamStatus(team, running.health(), running.detail(), failures);
    }

    private void resetRestartDelay() {
        if (state.ends > 0 && clock.instant().isAfter(state.started.plus(patience.stableAfter()))) {
            state = state.settled();
        }
    }

    private void start() {
        LOG.info("team {}: starting {}", team, team.applicationId());
        if (state.ends > 0) {
            meters.restart();
        }
        state = state.startedAt(clock.instant());
        try {
            application = Optional.of(starter.get());
        } catch (RuntimeException e) {
            ended(notStarted(e));
        }
    }

    /** An outage is no failure of the team at the start either. */
    private End notStarted(RuntimeException error) {
        String why = "it could not be started: " + RecoverableErrors.root(error);
        if (RecoverableErrors.isOutage(error)) {
            meters.outage();
            return new End(TeamHealth.DEGRADED, why, 1);
        }
        meters.defect();
        return new End(TeamHealth.FAILED, why, 1);
    }

    private void wait(String obstacle) {
        if (!state.reason.equals(obstacle)) {
            LOG.info("team {}: {}", team, obstacle);
        }
        state = state.waiting(obstacle);
    }

    private void ended(End end) {
        application.ifPresent(TeamApplication::close);
        application = Optional.empty();
        state = state.ended(end, clock.instant().plus(patience.backoff().after(state.ends + 1)));
        LOG.warn("team {}: {}; started again from {}", team, end.why, state.notBefore);
    }
}
