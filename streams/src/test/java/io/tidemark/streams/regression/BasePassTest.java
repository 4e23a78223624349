package io.tidemark.streams.regression;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.streams.wire.WireWriter;
import java.util.List;
import org.junit.jupiter.api.Test;

final class BasePassTest {
    private static final BasePass.Earlier FIRST = new BasePass.Earlier("main", "run-2", "");
    private static final BasePass.Earlier SECOND = new BasePass.Earlier("tuned", "run-3", "INVALID");

    @Test
    void isReadAsItWasWritten() {
        BasePass pass =
                BasePass.begun(5).after("b").from(FIRST).again(7).from(SECOND).fromTheFirst();
        assertThat(BasePass.of(pass.toBytes())).isEqualTo(pass);
        assertThat(pass.earlier()).containsExactly(FIRST, SECOND);
        assertThat(pass.atMillis()).isEqualTo(7);
    }

    @Test
    void oneWithoutEarlierBasesIsRead() {
        byte[] bytes =
                new WireWriter().raw(1).text("b").text("c").flag(true).count(9).toBytes();
        assertThat(BasePass.of(bytes)).isEqualTo(new BasePass("b", "c", true, 9, List.of()));
    }

    @Test
    void aWalkThatBeginsAgainEndsWhereItWas() {
        BasePass again = BasePass.begun(1).after("m").again(2);
        assertThat(again.goesAround()).isTrue();
        BasePass around = again.after("z").fromTheFirst();
        assertThat(around.goesAround()).isFalse();
        assertThat(around.includes("m")).isTrue();
        assertThat(around.includes("n")).isFalse();
    }
}
