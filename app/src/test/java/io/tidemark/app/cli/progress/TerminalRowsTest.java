package io.tidemark.app.cli.progress;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TerminalRowsTest {
    private static final String LOAD =
            "  2.0 req/s  ████████████░░░░░░░░  921/1500   drawn 1.97, sent 1.97/s   in flight 58   lag p99 0.4 ms";
    private static final String SERVER =
            "             ttft_due p99 849 ms   tpot p99 44.1 ms   itl p99 181 ms   KV 41 %   waiting 0   errors 0   1"
                    + " breach";

    @Test
    void aWideWindowHasEachLineInOneRow() {
        assertThat(TerminalRows.layout(LOAD, 120)).containsExactly(LOAD);
        assertThat(TerminalRows.layout(SERVER, 120)).containsExactly(SERVER);
    }

    @Test
    void aWindowOf80ColumnsHasWholeFiguresInMoreRows() {
        assertThat(TerminalRows.layout(LOAD, 79))
                .containsExactly(
                        "  2.0 req/s  ████████████░░░░░░░░  921/1500   drawn 1.97, sent 1.97/s",
                        "             in flight 58   lag p99 0.4 ms");
        assertThat(TerminalRows.layout(SERVER, 79))
                .containsExactly(
                        "             ttft_due p99 849 ms   tpot p99 44.1 ms   itl p99 181 ms   KV 41 %",
                        "             waiting 0   errors 0   1 breach");
    }

    @ParameterizedTest
    @ValueSource(ints = {40, 59, 79, 99, 107, 160})
    void noRowIsWiderThanTheWindow(int width) {
        assertThat(List.of(LOAD, SERVER))
                .flatMap(line -> TerminalRows.layout(line, width))
                .allSatisfy(row -> assertThat(row.length()).isLessThanOrEqualTo(width));
    }
}
