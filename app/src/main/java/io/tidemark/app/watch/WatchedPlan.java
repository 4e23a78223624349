package io.tidemark.app.watch;

import io.tidemark.producer.plan.read.PlanFileOptions;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * One plan that is run again and again.
 *
 * @param name unique in the team
 * @param file of the plan
 * @param choice its scenario, and values of it that are replaced
 * @param phase that the server is configured for
 * @param target that load is sent to; {@code simulate:PROFILE} for a simulated server in virtual time
 * @param length how long a run takes on a server that keeps up
 * @param measured length of the measured part of the plan's only step; empty if it has several, or counts requests
 * @param missed what becomes of runs that were due while nothing watched
 * @param beforeRun command that sets the server up, run before each scheduled run, and before each confirming one if that needs a fresh server
 * @param baseline name of what runs are compared with
 * @param confirmation how a suspicion is confirmed
 */
public record WatchedPlan(
        String name,
        Path file,
        PlanFileOptions choice,
        String phase,
        URI target,
        Duration length,
        Optional<Duration> measured,
        RunSchedule schedule,
        MissedRuns missed,
        Optional<String> beforeRun,
        Optional<String> baseline,
        Optional<Confirmation> confirmation) {
    private static final String SIMULATE = "simulate";

    /** The target of runs against a simulated server in virtual time. */
    static URI simulated(String profile) {
        return URI.create(SIMULATE + ":" + profile);
    }

    /** The simulated server's profile; empty for a real server. */
    Optional<String> simulatedProfile() {
        return SIMULATE.equals(target.getScheme()) ? Optional.of(target.getSchemeSpecificPart()) : Optional.empty();
    }

    /** What becomes of runs that were due while nothing watched, or while the target was in use. */
    public enum MissedRuns {
        /** The newest of them takes place as soon as it can. */
        ONCE,
        /** None of them takes place. */
        SKIP
    }

    /**
     * How a run that is suspected to be worse is confirmed.
     *
     * @param runs that are made for it, 1 to 20
     * @param freshServer whether the server is set up anew before each of them
     */
    public record Confirmation(int runs, boolean freshServer) {}
}
