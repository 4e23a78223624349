package io.tidemark.analysis.compare;

import static io.tidemark.analysis.compare.Made.TTFT_P99;
import static io.tidemark.analysis.compare.Made.side;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class GateVerdictTest {
    private static final Side BASE = side("base", TTFT_P99, 99, 100, 101);

    @Test
    void aRegressionFailsAndTheParagraphSaysWhatByHowMuchHowSureAndWhatMoved() {
        List<SignalShift> moved =
                SignalShift.between(Map.of("waiting", 0.5, "kv_use", 0.4), Map.of("waiting", 6.0, "kv_use", 0.41));
        GateVerdict verdict = gate(side("tuned", TTFT_P99, 119, 120, 121), GatePolicy.DEFAULT, moved);
        assertThat(verdict.outcome()).isEqualTo(GateOutcome.FAIL);
        assertThat(verdict.paragraph())
                .isEqualTo(
                        "\"tuned\" against \"base\": FAIL, 1 of 1 questions regressed, 0 improved, 0 inconclusive, 0 with too few runs."
                                + " Regressed: ttft p99 at 2 req/s +20.0 % (95 % CI +17.5 to +22.5 %, adjusted p 1.7e-05, 3 + 3 runs)."
                                + " Moved with it: waiting 0.500 -> 6.00.");
    }

    @Test
    void whatIsInconclusiveIsWhatThePolicyMakesOfIt() {
        Side wide = side("tuned", TTFT_P99, 90, 120, 150);
        assertThat(gate(wide, GatePolicy.DEFAULT, List.of()).outcome()).isEqualTo(GateOutcome.UNDECIDED);
        GatePolicy lenient = new GatePolicy(
                ComparisonPolicy.DEFAULT, GateOutcome.PASS, GateOutcome.UNDECIDED, GateOutcome.UNDECIDED);
        assertThat(gate(wide, lenient, List.of()).outcome()).isEqualTo(GateOutcome.PASS);
        GatePolicy strict = new GatePolicy(
                ComparisonPolicy.DEFAULT, GateOutcome.FAIL, GateOutcome.UNDECIDED, GateOutcome.UNDECIDED);
        assertThat(gate(wide, strict, List.of()).outcome()).isEqualTo(GateOutcome.FAIL);
    }

    @Test
    void equivalentSidesPass() {
        assertThat(gate(side("tuned", TTFT_P99, 100, 101, 102), GatePolicy.DEFAULT, List.of())
                        .outcome())
                .isEqualTo(GateOutcome.PASS);
    }

    private static GateVerdict gate(Side candidate, GatePolicy policy, List<SignalShift> moved) {
        return GateVerdict.of(RunComparison.of(BASE, candidate, policy.comparison()), policy, moved);
    }
}
