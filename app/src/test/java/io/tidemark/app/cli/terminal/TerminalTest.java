package io.tidemark.app.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Locale;
import org.junit.jupiter.api.Test;

class TerminalTest {
    private final StringWriter out = new StringWriter();
    private final Terminal terminal = new Terminal(new PrintWriter(out, true), new PrintWriter(out, true), true, true);

    @Test
    void figuresAreWrittenWithAPointWhateverTheLocale() {
        Locale before = Locale.getDefault();
        Locale.setDefault(Locale.GERMANY);
        try {
            terminal.printFormatted("%.1f ms", 12.5);
        } finally {
            Locale.setDefault(before);
        }
        assertThat(out.toString().strip()).isEqualTo("12.5 ms");
    }

    /** Model names, versions and error texts come from the server. */
    @Test
    void textOfAServerMovesNoCursorAndSetsNoTitle() {
        terminal.printLine("model \u001b[2J\u001b]0;owned\u0007llama\u202egnp.exe\u009b31m");
        terminal.warn("a\tb\nc\r");
        assertThat(out.toString())
                .startsWith("model  [2J ]0;owned llama gnp.exe 31m")
                .contains("a\tb\nc")
                .doesNotContain("\u001b", "\u0007", "\u202e", "\u009b", "\r\n");
    }

    @Test
    void theTraceOfAnErrorMovesNoCursor() {
        terminal.printTrace(new IllegalStateException("a", new IllegalArgumentException("model \u001b[2J\u202e")));
        assertThat(out.toString())
                .contains("IllegalStateException: a", "\tat ", "Caused by: ", "IllegalArgumentException: model  [2J ")
                .doesNotContain("\u001b", "\u202e");
    }
}
