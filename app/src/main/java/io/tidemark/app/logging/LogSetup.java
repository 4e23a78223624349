package io.tidemark.app.logging;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.filter.LevelFilter;
import ch.qos.logback.classic.filter.ThresholdFilter;
import ch.qos.logback.classic.spi.Configurator;
import ch.qos.logback.classic.spi.ConfiguratorRank;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.ConsoleAppender;
import ch.qos.logback.core.CoreConstants;
import ch.qos.logback.core.filter.Filter;
import ch.qos.logback.core.pattern.DynamicConverter;
import ch.qos.logback.core.spi.ContextAwareBase;
import ch.qos.logback.core.spi.FilterReply;
import io.tidemark.schemas.deadletter.OneLine;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Logback's settings, to standard error. In Java, as reading them from XML is a fifth of the time that a short command takes. A file that is named by
 * {@code -Dlogback.configurationFile} has its way instead; {@code -Dtidemark.log} and {@code -Dtidemark.kafka.log} set levels.
 */
@ConfiguratorRank(ConfiguratorRank.CUSTOM_NORMAL_PRIORITY)
public final class LogSetup extends ContextAwareBase implements Configurator {
    /** Texts of records and servers neither steer a terminal nor look like lines of their own: only between the lines of a trace are line breaks. */
    private static final String PATTERN =
            "%d{HH:mm:ss.SSS} %-5level %logger{30} %replace(%msg){'" + OneLine.ACTING + "',' '}%n";

    private static final String SHORT = PATTERN + "%ex{short}";
    private static final String FULL = PATTERN + "%ex{full}";

    @Override
    public ExecutionStatus configure(LoggerContext context) {
        if (System.getProperty("logback.configurationFile") != null) {
            return ExecutionStatus.INVOKE_NEXT_IF_ANY;
        }
        context.putObject(
                CoreConstants.PATTERN_RULE_REGISTRY_FOR_SUPPLIERS,
                Map.<String, Supplier<DynamicConverter<?>>>of("ex", OneLineMessages::new));
        Logger root = context.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
        root.setLevel(level("tidemark.log", Level.WARN));
        root.addAppender(appender(context, "err", SHORT));
        defects(context);
        // Kafka warns of its own normal starts and stops; what ends a part is reported by that part.
        Level ofKafka = level("tidemark.kafka.log", Level.ERROR);
        context.getLogger("org.apache.kafka").setLevel(ofKafka);
        context.getLogger("kafka").setLevel(ofKafka);
        // Two batches in flight may pass each other while the broker verifies a transaction. It refuses the second (out
        // of order sequence), the producer sends it again, and nothing is lost. What a producer cannot mend ends its
        // stream thread, which says so.
        context.getLogger("kafka.server.ReplicaManager").setLevel(Level.OFF);
        // It logs each exception that it also throws, and the code that catches it reports it.
        context.getLogger("io.confluent.kafka.schemaregistry.client.rest.RestService")
                .setLevel(Level.OFF);
        // A machine that has little time for the broker or for a transaction: `io.tidemark.streams` says so in words.
        context.getLogger("org.apache.kafka.controller.EventPerformanceMonitor").setLevel(Level.OFF);
        context.getLogger("org.apache.kafka.controller.ReplicationControlManager")
                .setLevel(Level.OFF);
        context.getLogger("org.apache.kafka.streams.processor.internals.RecordCollectorImpl")
                .setLevel(Level.OFF);
        context.getLogger("LogFutureTimestampLogger").setLevel(Level.ERROR);
        context.getLogger("io.netty").setLevel(Level.WARN);
        // It looks for GPUs before it loads a tokenizer, and warns where it finds none. A failure to load is thrown
        // too.
        context.getLogger("ai.djl").setLevel(Level.ERROR);
        return ExecutionStatus.DO_NOT_INVOKE_NEXT_IF_ANY;
    }

    /** Logs a defect, which ends a team's application, with its origin, so that a developer can fix it; logs outages in short. */
    private static void defects(LoggerContext context) {
        Logger failures = context.getLogger("io.tidemark.streams.host.StreamsExceptionHandler");
        failures.setAdditive(false);
        LevelFilter notErrors = new LevelFilter();
        notErrors.setLevel(Level.ERROR);
        notErrors.setOnMatch(FilterReply.DENY);
        failures.addAppender(appender(context, "outages", SHORT, started(notErrors)));
        ThresholdFilter errors = new ThresholdFilter();
        errors.setLevel(Level.ERROR.levelStr);
        failures.addAppender(appender(context, "defects", FULL, started(errors)));
    }

    private static Filter<ILoggingEvent> started(Filter<ILoggingEvent> filter) {
        filter.start();
        return filter;
    }

    @SafeVarargs
    private static ConsoleAppender<ILoggingEvent> appender(
            LoggerContext context, String name, String pattern, Filter<ILoggingEvent>... filters) {
        PatternLayoutEncoder encoder = new PatternLayoutEncoder();
        encoder.setContext(context);
        encoder.setPattern(pattern);
        encoder.start();
        ConsoleAppender<ILoggingEvent> appender = new ConsoleAppender<>();
        appender.setContext(context);
        appender.setName(name);
        appender.setTarget("System.err");
        appender.setEncoder(encoder);
        for (Filter<ILoggingEvent> filter : filters) {
            appender.addFilter(filter);
        }
        appender.start();
        return appender;
    }

    private static Level level(String property, Level otherwise) {
        return Level.toLevel(System.getProperty(property), otherwise);
    }
}
