package io.tidemark.analysis.search;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.analysis.BadShare;
import io.tidemark.events.Verdict;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class ConfirmationTest {
    private final LoadSearch search =
            LoadSearch.begin(new SearchRange(10, 100, 0.05, false), ProbeRules.of(List.of(0.05), 30));

    /** At 0.25 % bad, 874 requests have 2.2 bad ones, and 82 % have 3 or fewer; with 2 allowed it is 73 % of 721. */
    @Test
    void asManyRequestsAsFourInFivePassWithAQuarterOfTheLimit() {
        long requests = Confirmation.effectiveRequests(0.01);
        assertThat(BadShare.judge(3, requests, 0.01).verdict()).isEqualTo(Verdict.PASS);
        assertThat(BadShare.judge(3, requests - 1, 0.01).verdict()).isNotEqualTo(Verdict.PASS);
    }

    @Test
    void anIntervalThatIsConfirmedStays() {
        assertThat(new Confirmation(Verdict.PASS, Verdict.FAIL).of(search)).isEqualTo(search.interval());
    }

    @Test
    void anIntervalThatIsContradictedIsNotMonotone() {
        assertThat(new Confirmation(Verdict.PASS, Verdict.PASS).of(search).monotone())
                .isFalse();
    }

    @Test
    void aProbesRequestsAreJudgedAsARunsAre() {
        assertThat(probed(0.5).verdict()).isEqualTo(Verdict.PASS);
        assertThat(probed(1.5).verdict()).isEqualTo(Verdict.FAIL);
        assertThat(search.probe(10).verdict()).isEqualTo(Verdict.INCONCLUSIVE);
    }

    @Test
    void whatIsStoppedEarlyOrWasNoRequestOfTheMeasuredPartTellsNothing() {
        Probe probe = search.probe(10);
        probe.leftOut(probe.due(1));
        ProbeResult stopped = probe.stopped();
        assertThat(stopped.end()).isEqualTo(ProbeEnd.STOPPED);
        assertThat(stopped.isCutShort()).isTrue();
        assertThat(stopped.objectives().get(0).n()).isZero();
    }

    /** Half an hour of 10 requests a second, whose use of their limit runs evenly from half of {@code used} to all of it. */
    private Probe probed(double used) {
        Probe probe = search.probe(10);
        for (int second = 0; second < 1_800; second++) {
            for (int request = 0; request < 10; request++) {
                probe.ended(probe.due(second), used * (0.5 + (7 * second + 13 * request) % 100 / 200.0));
                probe.firstToken(used);
                probe.took(1);
            }
            probe.second(10, OptionalDouble.empty());
        }
        return probe;
    }
}
