package io.tidemark.streams;

import io.tidemark.schemas.Team;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A team's place in the host: its application, or why there is none. Guarded by the host. */
final class TeamSlot implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(TeamSlot.class);

    private final Team team;
    private final InstantSource clock;
    private final Supplier<TeamApplication> starter;
    private Optional<TeamApplication> application = Optional.empty();
    private String reason = "not looked at yet";
    private long ends;
    private Instant notBefore = Instant.MIN;

    TeamSlot(Team team, InstantSource clock, Supplier<TeamApplication> starter) {
        this.team = team;
        this.clock = clock;
        this.starter = starter;
    }

    /** Starts what can be started, and clears away what has ended. */
    void tend(Optional<String> obstacle) {
        if (application.filter(TeamApplication::isOver).isPresent()) {
            ended("it ended: " + application.orElseThrow().status().detail());
        }
        if (application.isPresent()) {
            return;
        }
        if (obstacle.isPresent()) {
            wait(obstacle.get());
            return;
        }
        if (!clock.instant().isBefore(notBefore)) {
            start();
        }
    }

    TeamStatus status() {
        return application
                .map(TeamApplication::status)
                .orElseGet(() -> new TeamStatus(team, ends > 0 ? TeamHealth.FAILED : TeamHealth.WAITING, reason, ends));
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

    private void start() {
        LOG.info("team {}: starting {}", team, team.applicationId());
        try {
            application = Optional.of(starter.get());
        } catch (RuntimeException e) {
            ended("it could not be started: " + e);
        }
    }

    private void wait(String obstacle) {
        if (!reason.equals(obstacle)) {
            LOG.info("team {}: {}", team, obstacle);
        }
        reason = obstacle;
        ends = 0;
    }

    private void ended(String why) {
        application.ifPresent(TeamApplication::close);
        application = Optional.empty();
        ends++;
        reason = why;
        notBefore = clock.instant().plus(Backoff.DEFAULT.after(ends));
        LOG.warn("team {}: {}; started again from {}", team, why, notBefore);
    }
}
