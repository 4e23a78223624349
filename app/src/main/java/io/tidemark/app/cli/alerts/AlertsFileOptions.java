package io.tidemark.app.cli.alerts;

import io.micrometer.core.instrument.MeterRegistry;
import io.tidemark.alerts.config.AlertsFile;
import io.tidemark.alerts.config.AlertsFileReader;
import io.tidemark.alerts.dispatch.AlertDispatcher;
import io.tidemark.alerts.dispatch.DispatcherClocks;
import io.tidemark.alerts.dispatch.DispatcherOptions;
import io.tidemark.alerts.receiver.Receiver;
import io.tidemark.alerts.receiver.Receivers;
import io.tidemark.alerts.rule.LinkPatterns;
import io.tidemark.alerts.rule.TeamRules;
import io.tidemark.app.cli.terminal.CommandContext;
import io.tidemark.app.stack.ClusterConnection;
import io.tidemark.schemas.Team;
import io.tidemark.sinks.store.address.StoreAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Whom a dispatcher of alerts notifies. */
public final class AlertsFileOptions {
    private static final String RUNBOOK = "docs/operate/runbook.md";

    @Option(
            names = "--alerts",
            paramLabel = "FILE",
            description =
                    "Receivers, routes and rules (alerts.yaml). Default: nobody is notified; see `tidemark alerts list`.")
    private @Nullable Path file;

    /**
     * Starts a dispatcher, which the command closes at its end.
     *
     * @param teams empty for every team
     * @throws io.tidemark.producer.yaml.InvalidYamlException listing every problem of the file with its line
     */
    public AlertDispatcher start(
            ClusterConnection connection,
            StoreAddress store,
            Set<Team> teams,
            CommandContext context,
            MeterRegistry meters) {
        Optional<AlertsFile> read = read(context);
        DispatcherOptions options = new DispatcherOptions(
                connection.bootstrapServers(),
                connection.clientSettings(),
                connection.registry(),
                store,
                teams,
                read.map(AlertsFileOptions::rules).orElseGet(TeamRules.Configuration::defaults),
                read.map(one -> open(one, context)).orElseGet(List::of),
                alert -> read.map(one -> one.receiversOf(alert)).orElseGet(List::of),
                Stream.of(context.home()).filter(Files::isDirectory).toList());
        return context.resources()
                .register(AlertDispatcher.start(
                        options, new DispatcherClocks(context.nanoClock(), context.wallClock()), meters));
    }

    /** Refuses a file with problems before anything is started. */
    public void require(CommandContext context) {
        var unused = read(context);
    }

    private Optional<AlertsFile> read(CommandContext context) {
        return Optional.ofNullable(file).map(path -> AlertsFileReader.read(path, context.environment()));
    }

    /** Opens the receivers of a file; the caller closes them. */
    static List<Receiver> open(AlertsFile file, CommandContext context) {
        return Receivers.open(file, context.clocks());
    }

    private static TeamRules.Configuration rules(AlertsFile file) {
        LinkPatterns links = new LinkPatterns(
                file.externalUrl().map(url -> url + (url.toString().endsWith("/") ? "" : "/") + "runs/{run}"), RUNBOOK);
        return new TeamRules.Configuration(file::rule, file.inhibit(), file.expected(), links);
    }

    /** The file, for messages. */
    @Override
    public String toString() {
        return file == null ? "no receivers" : file.toString();
    }
}
