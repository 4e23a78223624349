package io.tidemark.app.server;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.app.cli.terminal.Terminal;
import io.tidemark.reports.failure.OperationException;
import io.tidemark.servers.ServerProblem;
import java.io.PrintWriter;
import java.io.Writer;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

final class PhaseServersTest {
    @Test
    void whatIsWrongWithManyPhasesIsSaidOnce() {
        List<ServerProblem> problems = Stream.concat(
                        Stream.of(new ServerProblem("default", "no model", true)),
                        IntStream.range(0, 12).mapToObj(i -> new ServerProblem("mns" + i, "no program vlm", true)))
                .toList();
        PrintWriter none = new PrintWriter(Writer.nullWriter());
        Terminal terminal = new Terminal(none, none, false, false);

        assertThatThrownBy(() -> PhaseServers.check(terminal, problems))
                .isInstanceOf(OperationException.class)
                .hasMessage("phase default: no model\nphases mns0, mns1, mns2 and 9 more: no program vlm");
    }
}
