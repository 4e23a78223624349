package io.tidemark.archive;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.joran.JoranConfigurator;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.LoggingEvent;
import ch.qos.logback.core.ConsoleAppender;
import io.tidemark.schemas.deadletter.OneLine;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

final class ArchiveLogTest {
    @Test
    void textsOfOthersNeitherSteerTheTerminalNorForgeALine() throws Exception {
        LoggerContext context = new LoggerContext();
        JoranConfigurator configurator = new JoranConfigurator();
        configurator.setContext(context);
        configurator.doConfigure(requireNonNull(getClass().getResource("/logback.xml")));
        Logger root = context.getLogger(Logger.ROOT_LOGGER_NAME);
        String hostile = "run \u001b]0;title\u0007\n12:00:00.000 ERROR\u2028FORGED\u202e";
        LoggingEvent event =
                new LoggingEvent("test", root, Level.WARN, hostile, new IllegalStateException(hostile), null);

        ConsoleAppender<ILoggingEvent> console = (ConsoleAppender<ILoggingEvent>) root.getAppender("err");
        String logged = new String(console.getEncoder().encode(event), StandardCharsets.UTF_8);
        context.stop();

        String shown = "run  ]0;title  12:00:00.000 ERROR FORGED ";
        assertThat(logged.strip())
                .contains("ROOT " + shown, "IllegalStateException: " + shown)
                .doesNotContainPattern(OneLine.ACTING);
    }
}
