package io.tidemark.faults;

import io.tidemark.fixtures.process.Await;
import io.tidemark.schemas.Team;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** A team's ledger, sender and results. */
final class TeamFixture implements AutoCloseable {
    private final Ledger ledger;
    private final EventSender sender;
    private final ResultCollector results;

    TeamFixture(Team team, ClusterFixture scene, Path folder) {
        this(team, scene, new Ledger(folder.resolve("ledger-" + team.name() + ".tsv")));
    }

    TeamFixture(Team team, ClusterFixture scene, Ledger ledger) {
        this.ledger = ledger;
        this.sender = new EventSender(team, scene.kafka().bootstrapServers(), scene.registry(), ledger);
        this.results = new ResultCollector(team, scene.kafka().bootstrapServers(), scene.registry());
    }

    EventSender sender() {
        return sender;
    }

    ResultCollector results() {
        return results;
    }

    Ledger ledger() {
        return ledger;
    }

    /** A load that is not running yet. */
    RealTimeLoad load(FaultSettings settings, DeliveryAnomalies mischief) {
        return new RealTimeLoad(settings, sender, mischief);
    }

    /** Waits until all is published, then holds it against the ledger. */
    Verdict verdict(String run, Duration limit) {
        return verdict(run, limit, Oracle.FullMinutes.ALL);
    }

    /** The same of hosts of which some may be of the release before. */
    Verdict verdict(String run, Duration limit, Oracle.FullMinutes minutes) {
        Oracle oracle = new Oracle(ledger.lines(), minutes);
        Await.until(
                () -> results.finalSteps(run) > 0
                        && new OracleComparison(oracle, results.finals(run))
                                .missing()
                                .isEmpty(),
                limit,
                () -> {
                    List<WindowId> missing = new OracleComparison(oracle, results.finals(run)).missing();
                    return missing.size() + " windows missing, first "
                            + missing.stream().limit(5).toList() + "; step result " + results.step(run);
                });
        // The step's result may be published again, complete, after its first final form.
        Await.until(
                () -> results.step(run)
                        .filter(step -> step.getDue() >= oracle.step().due)
                        .isPresent(),
                limit,
                () -> "step result " + results.step(run));
        Map<WindowId, List<io.tidemark.events.WindowStats>> finals = results.finals(run);
        OracleComparison exactness = new OracleComparison(oracle, finals);
        return new Verdict(
                ledger.size(),
                finals.size(),
                exactness.wrong(),
                exactness.doubled(),
                OracleComparison.wrong(oracle.step(), results.step(run).orElseThrow()));
    }

    /**
     * What the comparison gave.
     *
     * @param events acknowledged
     * @param windows published for good
     * @param wrongWindows of these, with another content than the oracle's
     * @param doubledWindows of these, more than once, with what changed
     * @param wrongStep how the step's result differs
     */
    record Verdict(
            long events, int windows, List<String> wrongWindows, List<String> doubledWindows, List<String> wrongStep) {
        @Override
        public String toString() {
            return events + " acknowledged events, " + windows + " final windows: 0 missing, " + wrongWindows.size()
                    + " wrong, " + doubledWindows.size() + " doubled; step "
                    + (wrongStep.isEmpty() ? "equal" : wrongStep);
        }
    }

    @Override
    public void close() {
        results.close();
        sender.close();
        ledger.close();
    }
}
