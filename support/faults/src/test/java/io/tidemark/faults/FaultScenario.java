package io.tidemark.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.fixtures.process.Await;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Locale;

/** What rows have in common: a load, its faults, and the comparison at the end. */
final class FaultScenario {
    static final Duration LIMIT = Duration.ofMinutes(2);

    private final String name;
    private final TeamFixture team;

    FaultScenario(String name, TeamFixture team) {
        this.name = name;
        this.team = team;
    }

    /** A fault, which gives what is to be told of it. */
    @FunctionalInterface
    interface Fault {
        String strike() throws Exception;
    }

    /** Starts the load and waits for the first output. */
    RealTimeLoad begin(FaultSettings settings) {
        return begin(settings, DeliveryAnomalies.NONE);
    }

    RealTimeLoad begin(FaultSettings settings, DeliveryAnomalies mischief) {
        RealTimeLoad load = team.load(settings, mischief).beginOpen();
        ClusterFixture.untilOutput(load.start(), team.results(), LIMIT);
        load.lastFromNow();
        return load;
    }

    /** Lets the fault strike at each of the settings' moments. */
    void strike(RealTimeLoad load, FaultSettings settings, Fault fault) throws Exception {
        for (Duration moment : settings.moments()) {
            Await.moment(load.faultsFrom().plus(moment));
            tell(fault.strike());
        }
    }

    /** Until all before a moment was counted: what is sent twice must have come twice, since a restart forgets which numbers came. */
    void awaitFinals(Instant moment) {
        Await.until(
                () -> team.results().finalThrough().isAfter(moment),
                LIMIT,
                () -> "final through " + team.results().finalThrough() + ", not " + moment);
    }

    /** Waits for the end of the load and for its results: nothing missing, nothing wrong, nothing twice. */
    void mustBeExact(RealTimeLoad load) throws InterruptedException {
        TeamFixture.Verdict verdict = afterwards(load);
        assertThat(verdict.doubledWindows()).isEmpty();
    }

    /** As {@link #mustBeExact}, but what came late may have been published for good before. */
    void lastMustBeExact(RealTimeLoad load) throws InterruptedException {
        load.await();
        // What came late is amended in some seconds after it came.
        Await.until(
                () -> team.verdict(RealTimeLoad.RUN, LIMIT).wrongWindows().isEmpty(),
                LIMIT,
                () -> "wrong windows: "
                        + team.verdict(RealTimeLoad.RUN, LIMIT).wrongWindows().size());
        afterwards(load);
    }

    private TeamFixture.Verdict afterwards(RealTimeLoad load) throws InterruptedException {
        load.await();
        Instant end = InstantSource.system().instant();
        TeamFixture.Verdict verdict = team.verdict(RealTimeLoad.RUN, LIMIT);
        tell(verdict + "; complete "
                + seconds(Duration.between(end, InstantSource.system().instant())) + " after the last acknowledgement");
        assertThat(verdict.wrongWindows()).isEmpty();
        assertThat(verdict.wrongStep()).isEmpty();
        return verdict;
    }

    TeamFixture team() {
        return team;
    }

    void tell(String what) {
        System.out.println("row " + name + ": " + what);
    }

    static String seconds(Duration duration) {
        return String.format(Locale.ROOT, "%.1f s", duration.toMillis() / 1000.0);
    }
}
