package io.tidemark.streams.compare;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class BaselinePassTest {
    private static final BaselinePass.Earlier FIRST = new BaselinePass.Earlier("main", "run-2", "");
    private static final BaselinePass.Earlier SECOND = new BaselinePass.Earlier("tuned", "run-3", "INVALID");

    @Test
    void isReadAsItWasWritten() {
        BaselinePass pass = BaselinePass.begun(5)
                .after("b")
                .from(FIRST)
                .again(7)
                .from(SECOND)
                .fromStart();
        assertThat(BaselinePass.of(pass.toBytes())).isEqualTo(pass);
        assertThat(pass.earlier()).containsExactly(FIRST, SECOND);
        assertThat(pass.atMillis()).isEqualTo(7);
    }

    @Test
    void aWalkThatBeginsAgainEndsWhereItWas() {
        BaselinePass again = BaselinePass.begun(1).after("m").again(2);
        assertThat(again.isSecondRound()).isTrue();
        BaselinePass around = again.after("z").fromStart();
        assertThat(around.isSecondRound()).isFalse();
        assertThat(around.includes("m")).isTrue();
        assertThat(around.includes("n")).isFalse();
    }

    @Test
    void ofManyEarlierBasesTheNewestAreKept() {
        BaselinePass pass = BaselinePass.begun(0);
        for (int i = 0; i < 1_000; i++) {
            pass = pass.from(new BaselinePass.Earlier("phase " + i, "run", ""));
        }
        assertThat(pass.earlier())
                .hasSize(64)
                .last()
                .extracting(BaselinePass.Earlier::phase)
                .isEqualTo("phase 999");
    }
}
