package io.tidemark.simulator.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class FaultTest {
    @Test
    void isReadFromAnyOfItsParts() {
        assertThat(Fault.parse("refuse=429,share=0.5,from=10,for=5"))
                .isEqualTo(new Fault(FaultKind.REFUSE, "429", 0.5, 10, 5));
        assertThat(Fault.parse("stall")).isEqualTo(new Fault(FaultKind.STALL, "", 1, 0, Double.POSITIVE_INFINITY));
        assertThat(Fault.parse("restart").forSeconds()).isEqualTo(1);
        assertThat(ParameterOverride.of(Fault.parse("regress=max-num-seqs=8,from=60")))
                .isEqualTo(new ParameterOverride(ParameterOverride.Parameter.MAX_NUM_SEQS, 8));
    }

    @ParameterizedTest
    @EnumSource(FaultKind.class)
    void whatIsPrintedIsReadAgain(FaultKind kind) {
        Fault plain = Fault.of(kind);
        Fault full = new Fault(kind, kind.defaultValue(), 0.25, 3, 4, kind == FaultKind.RESTART ? 0 : 5.5);

        assertThat(Fault.parse(plain.text())).isEqualTo(plain);
        assertThat(Fault.parse(full.text())).isEqualTo(full);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "slow|a fault must be one of stall, stall-one, cut, refuse",
                "refuse=200|fault refuse: must be a status in 400..599 but was 200",
                "slow-tokens=many|fault slow-tokens: value must be a number but was \"many\"",
                "break=0|fault break: must be tokens >= 1 but was 0",
                "cut,share=2|fault cut: share must be in 0..1 but was 2.0",
                "cut,until=2|fault cut: knows share, from, for and every, each =NUMBER, but not until=2",
                "cut=-1|fault cut: must be tokens >= 0 but was -1",
                "stall=5|fault stall: takes no value but was given \"5\"",
                "refuse,for=5,every=5|fault refuse: every must be more seconds than for, 5.0, but was 5.0",
                "refuse,every=5|fault refuse: every must be more seconds than for, Infinity, but was 5.0",
                "restart,every=60|fault restart: comes once: every is not known for it",
                "stall,for=0|fault stall: for must be seconds > 0 but was 0.0",
                "regress=seed=1|fault regress: must be max-num-seqs=N",
                "regress=max-num-seqs=1.5|fault regress: max-num-seqs must be a whole number > 0 but was 1.5"
            })
    void whatIsNotUnderstoodIsNamed(String text, String message) {
        assertThatThrownBy(() -> Fault.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(message);
    }
}
