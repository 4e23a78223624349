package io.tidemark.servers.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class ShellWordsTest {
    @Test
    void whatAShellWouldTakeApartIsQuoted() {
        assertThat(ShellWords.join(List.of("run", "plans/a.yaml", "--set", "steps=[{rate: 1}]", "it's", "")))
                .isEqualTo("run plans/a.yaml --set 'steps=[{rate: 1}]' 'it'\\''s' ''");
    }
}
