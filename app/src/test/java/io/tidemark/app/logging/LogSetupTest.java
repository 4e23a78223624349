package io.tidemark.app.logging;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.Configurator.ExecutionStatus;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.LoggingEvent;
import ch.qos.logback.core.ConsoleAppender;
import ch.qos.logback.core.spi.FilterReply;
import io.tidemark.schemas.deadletter.OneLine;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;
import org.slf4j.LoggerFactory;

final class LogSetupTest {
    private final LoggerContext context = new LoggerContext();

    @Test
    void itIsWhatTheCommandLogsBy() {
        LoggerContext own = (LoggerContext) LoggerFactory.getILoggerFactory();
        assertThat(own.getLogger("io.tidemark").getEffectiveLevel()).isEqualTo(Level.WARN);
        assertThat(own.getLogger("org.apache.kafka").getLevel()).isEqualTo(Level.ERROR);
        assertThat(own.getLogger("kafka.server.ReplicaManager").getLevel()).isEqualTo(Level.OFF);
    }

    @Test
    void aDefectIsToldOnceWithAllOfItsTraceAndAnOutageInShort() {
        assertThat(new LogSetup().configure(context)).isEqualTo(ExecutionStatus.DO_NOT_INVOKE_NEXT_IF_ANY);
        Logger failures = context.getLogger("io.tidemark.streams.host.StreamsExceptionHandler");
        assertThat(failures.isAdditive()).isFalse();
        assertThat(logged(failures, Level.ERROR))
                .singleElement()
                .satisfies(text -> assertThat(text)
                        .contains("ERROR i.t.s.h.StreamsExceptionHandler odd")
                        .contains("IllegalStateException: a cause")
                        .contains("LogSetupTest"));
        assertThat(logged(failures, Level.WARN))
                .singleElement()
                .satisfies(text -> assertThat(text.lines()).hasSizeLessThan(4));
        context.stop();
    }

    @Test
    void textsOfOthersNeitherSteerTheTerminalNorForgeALine() {
        assertThat(new LogSetup().configure(context)).isEqualTo(ExecutionStatus.DO_NOT_INVOKE_NEXT_IF_ANY);
        String hostile = "run = \"/\u001b]0;title\u0007\u009b31m\n12:00:00.000 ERROR\u2028i.t.FORGED\u202eit\"";
        String shown = "run = \"/ ]0;title  31m 12:00:00.000 ERROR i.t.FORGED it\"";
        IllegalStateException error = new IllegalStateException(hostile, new IllegalArgumentException(hostile));
        error.addSuppressed(new UnsupportedOperationException(hostile));
        Logger failures = context.getLogger("io.tidemark.streams.host.StreamsExceptionHandler");
        assertThat(logged(failures, Level.ERROR, hostile, error))
                .singleElement()
                .satisfies(text -> {
                    assertThat(text.lines().findFirst().orElseThrow()).endsWith(shown);
                    assertThat(text.lines())
                            .contains(
                                    "java.lang.IllegalStateException: " + shown,
                                    "\tSuppressed: java.lang.UnsupportedOperationException: " + shown,
                                    "Caused by: java.lang.IllegalArgumentException: " + shown)
                            .noneMatch(line -> line.startsWith("12:00:00.000 ERROR"));
                    assertThat(text.replaceAll("[\n\t]", "")).doesNotContainPattern(OneLine.ACTING);
                });
        context.stop();
    }

    /** What each appender of a logger would write. */
    private static List<String> logged(Logger logger, Level level) {
        return logged(logger, level, "odd", new IllegalStateException("a cause"));
    }

    private static List<String> logged(Logger logger, Level level, String message, Throwable error) {
        LoggingEvent event = new LoggingEvent(LogSetupTest.class.getName(), logger, level, message, error, null);
        List<String> logged = new ArrayList<>();
        logger.iteratorForAppenders().forEachRemaining(appender -> {
            ConsoleAppender<ILoggingEvent> console = (ConsoleAppender<ILoggingEvent>) appender;
            assertThat(console.getTarget()).isEqualTo("System.err");
            if (console.getFilterChainDecision(event) != FilterReply.DENY) {
                logged.add(new String(console.getEncoder().encode(event), StandardCharsets.UTF_8));
            }
        });
        return logged;
    }

    @Test
    @ResourceLock(Resources.SYSTEM_PROPERTIES)
    void levelsAreSetByPropertiesAndAFileOfOnesOwnHasItsWay() {
        System.setProperty("tidemark.log", "DEBUG");
        System.setProperty("tidemark.kafka.log", "INFO");
        try {
            assertThat(new LogSetup().configure(context)).isEqualTo(ExecutionStatus.DO_NOT_INVOKE_NEXT_IF_ANY);
            assertThat(context.getLogger("io.tidemark").getEffectiveLevel()).isEqualTo(Level.DEBUG);
            assertThat(context.getLogger("kafka").getLevel()).isEqualTo(Level.INFO);
        } finally {
            System.clearProperty("tidemark.log");
            System.clearProperty("tidemark.kafka.log");
            context.stop();
        }
        System.setProperty("logback.configurationFile", "mine.xml");
        try {
            LoggerContext other = new LoggerContext();
            assertThat(new LogSetup().configure(other)).isEqualTo(ExecutionStatus.INVOKE_NEXT_IF_ANY);
            assertThat(other.getLogger("kafka").getLevel()).isNull();
        } finally {
            System.clearProperty("logback.configurationFile");
        }
    }
}
