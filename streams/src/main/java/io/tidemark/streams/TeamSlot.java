package io.tidemark.streams;

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
final class TeamSlot implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(TeamSlot.class);

    private final Team team;
    private final InstantSource clock;
    private final Patience patience;
    private final TeamMeters meters;
    private final Supplier<TeamApplication> starter;
    private volatile Optional<TeamApplication> application = Optional.empty();
    private volatile State state = new State("not looked at yet", 0, 0, Instant.MIN, Instant.MIN);

    /**
     * What is known beside the application.
     *
     * @param ends times in a row that an application ended
     * @param failures of the threads of those that ended
     */
    private record State(String reason, long ends, long failures, Instant notBefore, Instant started) {
        State waiting(String obstacle) {
            return new State(obstacle, 0, failures, Instant.MIN, started);
        }

        State settled() {
            return new State(reason, 0, failures, notBefore, started);
        }

        State startedAt(Instant at) {
            return new State(reason, ends, failures, notBefore, at);
        }

        State ended(String why, long more, Instant next) {
            return new State(why, ends + 1, failures + more, next, started);
        }
    }

    TeamSlot(Team team, TeamApplication.Settings settings, Supplier<TeamApplication> starter) {
        this.team = team;
        this.clock = settings.clock();
        this.patience = settings.patience();
        this.meters = settings.meters();
        this.starter = starter;
    }

    /** Starts what can be started, and clears away what has ended. */
    void tend(Optional<String> obstacle) {
        application.filter(TeamApplication::isOver).ifPresent(over -> {
            TeamStatus last = over.status();
            ended("it ended: " + last.detail(), last.failures());
        });
        if (application.isPresent()) {
            settle();
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

    TeamStatus status() {
        State known = state;
        return application
                .map(TeamApplication::status)
                .map(running -> afterAnEnd(running, known))
                .orElseGet(() -> new TeamStatus(
                        team,
                        known.ends > 0 ? TeamHealth.FAILED : TeamHealth.WAITING,
                        known.ends > 0 ? known.reason + "; started again at " + known.notBefore : known.reason,
                        known.failures));
    }

    void pause() {
        application.ifPresent(TeamApplication::pause);
    }

    void resume() {
        application.ifPresent(TeamApplication::resume);
    }

    @Override
    public void close() {
        application.ifPresent(TeamApplication::close);
        application = Optional.empty();
    }

    /** One that was started again has to run for a while before it counts as well. */
    private TeamStatus afterAnEnd(TeamStatus running, State known) {
        long failures = known.failures + running.failures();
        boolean unproven = known.ends > 0 && clock.instant().isBefore(known.started.plus(patience.wellAfter()));
        return unproven && running.health() == TeamHealth.RUNNING
                ? new TeamStatus(team, TeamHealth.DEGRADED, "started again after " + known.reason, failures)
                : new TeamStatus(team, running.health(), running.detail(), failures);
    }

    private void settle() {
        if (state.ends > 0 && clock.instant().isAfter(state.started.plus(patience.settledAfter()))) {
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
            ended("it could not be started: " + Outages.root(e), 1);
        }
    }

    private void wait(String obstacle) {
        if (!state.reason.equals(obstacle)) {
            LOG.info("team {}: {}", team, obstacle);
        }
        state = state.waiting(obstacle);
    }

    private void ended(String why, long failures) {
        application.ifPresent(TeamApplication::close);
        application = Optional.empty();
        state = state.ended(
                why, failures, clock.instant().plus(patience.backoff().after(state.ends + 1)));
        LOG.warn("team {}: {}; started again from {}", team, why, state.notBefore);
    }
}
