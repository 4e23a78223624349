package io.tidemark.analysis.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.Test;

/** Ten requests a second that take a second each. */
class ProbeTest {
    private static final int PER_SECOND = 10;

    private final LoadSearch search = LoadSearch.begin(
            new SearchRange(PER_SECOND, PER_SECOND, 0.05, false), new ProbeRules(List.of(0.05), 1, 1_800));

    @Test
    void aLoadWithoutABadRequestHoldsAfterEnoughEffectiveRequests() {
        ProbeResult result = probe(second -> 0.5, second -> PER_SECOND);
        assertThat(result.decision()).isEqualTo(LimitDecision.HOLDS);
        assertThat(result.end()).isEqualTo(ProbeEnd.DECIDED);
        assertThat(result.seconds()).isEqualTo(210);
        assertThat(result.objectives().get(0).n()).isEqualTo(2_100);
    }

    @Test
    void aLoadWithAFifthOfBadRequestsBreaks() {
        ProbeResult result = probe(second -> second % 5 == 0 ? 1.5 : 0.5, second -> PER_SECOND);
        assertThat(result.decision()).isEqualTo(LimitDecision.BREAKS);
        assertThat(result.objectives().get(0).share()).isEqualTo(0.2);
    }

    @Test
    void twentyRequestsInTwoBurstsAreTooFewToTellFromTheLimit() {
        // 3 % bad, all in every fifth minute: hundreds of them count as a handful.
        ProbeResult result = probe(second -> second / 60 % 5 == 0 && second % 60 < 9 ? 1.5 : 0.5, second -> PER_SECOND);
        assertThat(result.decision()).isEqualTo(LimitDecision.OPEN);
        assertThat(result.end()).isEqualTo(ProbeEnd.TOO_LONG);
        assertThat(result.objectives().get(0).designEffect()).isGreaterThan(50);
    }

    @Test
    void requestsThatPileUpEndItEarly() {
        ProbeResult result = probe(second -> 0.1 + second / 100.0, second -> PER_SECOND + second);
        assertThat(result.end()).isEqualTo(ProbeEnd.QUEUE_GROWS);
        assertThat(result.decision()).isEqualTo(LimitDecision.BREAKS);
        assertThat(result.seconds()).isEqualTo(120);
    }

    /** The server takes them and falls silent: nothing is over, and nobody has a first token. */
    @Test
    void requestsThatPileUpEndItEarlyThoughNotOneIsOver() {
        Probe probe = search.probe(PER_SECOND);
        Optional<ProbeResult> result = Optional.empty();
        for (int second = 1; result.isEmpty(); second++) {
            for (int i = 0; i < PER_SECOND; i++) {
                probe.addDue(second - 1 + 0.05 * i);
            }
            result = probe.endSecond(PER_SECOND * second, OptionalDouble.of(second));
        }
        assertThat(result.get().end()).isEqualTo(ProbeEnd.QUEUE_GROWS);
        assertThat(result.get().seconds()).isEqualTo(120);
    }

    /** Answers of half an hour: more and more are in flight for as long, and each has its first token at once. */
    @Test
    void requestsThatTakeLongDoNotPileUp() {
        Probe probe = search.probe(PER_SECOND);
        Optional<ProbeResult> result = Optional.empty();
        for (int second = 1; second < 1_700; second++) {
            for (int i = 0; i < PER_SECOND; i++) {
                probe.addDue(second - 1 + 0.05 * i);
                probe.addFirstToken(0.2 + 0.01 * i);
            }
            result = probe.endSecond(PER_SECOND * second, OptionalDouble.empty());
            assertThat(result).isEmpty();
        }
    }

    /** As TPOT of answers of one token: a hundred requests are over, and none has it. */
    @Test
    void anObjectiveThatAppliesToNoRequestIsNothingToJudge() {
        ProbeResult result = probe(second -> Double.NaN, second -> PER_SECOND);
        assertThat(result.end()).isEqualTo(ProbeEnd.NOTHING_TO_JUDGE);
        assertThat(result.decision()).isEqualTo(LimitDecision.OPEN);
        assertThat(result.seconds()).isEqualTo(120);
        assertThat(result.unjudged()).containsExactly(0);
    }

    @Test
    void aProbeWithoutAnyRequestHasNothingToJudgeInTheEnd() {
        Probe probe = search.probe(PER_SECOND);
        Optional<ProbeResult> result = Optional.empty();
        while (result.isEmpty()) {
            result = probe.endSecond(0, OptionalDouble.empty());
        }
        assertThat(result.get().end()).isEqualTo(ProbeEnd.NOTHING_TO_JUDGE);
        assertThat(result.get().seconds()).isEqualTo(30 * 60);
    }

    @Test
    void aProbeTooShortForAnyVerdictIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new ProbeRules(List.of(0.05), 1, 119))
                .withMessage("a probe must last 120 s or longer but its longest time was 119 s");
    }

    /** Sixty requests a block, from ten seconds to a minute. */
    @Test
    void blocksAreShorterAtHigherRates() {
        assertThat(ProbeRules.blockSeconds(40)).isEqualTo(10);
        assertThat(ProbeRules.blockSeconds(2)).isEqualTo(30);
        assertThat(ProbeRules.blockSeconds(0.1)).isEqualTo(60);
        assertThat(ProbeRules.minBlocks(10)).isEqualTo(12);
        assertThat(ProbeRules.minBlocks(60)).isEqualTo(6);
    }

    @Test
    void aBlockCountsOnceItsLastRequestIsOver() {
        Probe probe = search.probe(PER_SECOND);
        int late = probe.addDue(3);
        Optional<ProbeResult> result = Optional.empty();
        for (int second = 0; second < 900; second++) {
            result = second(probe, second, 0.5, PER_SECOND);
            assertThat(result).isEmpty();
        }
        probe.addEnded(late, 3);
        for (int second = 900; result.isEmpty(); second++) {
            result = second(probe, second, 0.5, PER_SECOND);
        }
        assertThat(result.get().objectives().get(0).bad()).isEqualTo(1);
        assertThat(result.get().decision()).isEqualTo(LimitDecision.HOLDS);
    }

    private ProbeResult probe(IntToDoubleFunction usedBySecond, IntToDoubleFunction inFlightBySecond) {
        Probe probe = search.probe(PER_SECOND);
        Optional<ProbeResult> result = Optional.empty();
        for (int second = 0; result.isEmpty(); second++) {
            result = second(
                    probe, second, usedBySecond.applyAsDouble(second), (int) inFlightBySecond.applyAsDouble(second));
        }
        return result.get();
    }

    private static Optional<ProbeResult> second(Probe probe, int second, double used, int inFlight) {
        for (int i = 0; i < PER_SECOND; i++) {
            probe.addEnded(probe.addDue(second + 0.05 * i), used);
            probe.addFirstToken(used);
            probe.addDuration(1);
        }
        return probe.endSecond(inFlight, OptionalDouble.empty());
    }
}
