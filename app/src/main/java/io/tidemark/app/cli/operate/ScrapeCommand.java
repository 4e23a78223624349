package io.tidemark.app.cli.operate;

import io.tidemark.app.cli.shared.ClusterConnectionOptions;
import io.tidemark.app.cli.shared.OptionConverters;
import io.tidemark.app.cli.shared.OptionParser;
import io.tidemark.app.cli.shared.PlanOptions;
import io.tidemark.app.cli.terminal.CommandContext;
import io.tidemark.app.health.ProcessMonitoring;
import io.tidemark.app.health.ScrapeHealth;
import io.tidemark.app.run.TargetCheck;
import io.tidemark.app.stack.ClusterConnection;
import io.tidemark.producer.plan.Plan;
import io.tidemark.producer.plan.secret.SecretNames;
import io.tidemark.producer.publish.KafkaPublisher;
import io.tidemark.producer.publish.PublisherSettings;
import io.tidemark.producer.publish.spool.SpoolSettings;
import io.tidemark.producer.scrape.MetricsScraper;
import io.tidemark.producer.scrape.ScrapeLoop;
import io.tidemark.reports.failure.InvalidInputException;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.time.Clocks;
import java.net.URI;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

@Command(
        name = "scrape",
        description = {
            "Scrape metrics pages of engines, routers and GPU exporters and publish them to the team's servers topic,",
            "independently of runs. A slow or broken page does not delay the others."
        },
        footer = {
            "  tidemark serve scrape --page h200=http://vllm:8000/metrics --page h200=http://node:9400/metrics",
            "  tidemark serve scrape plan.yaml --team perf --kafka broker-1:9092 --registry http://registry:8081 --http 9466"
        })
final class ScrapeCommand implements Callable<Integer> {
    private final CommandContext context;

    @Mixin
    private final PlanOptions plan = new PlanOptions();

    @Mixin
    private final ClusterConnectionOptions cluster = new ClusterConnectionOptions();

    @Mixin
    private final MonitoringOptions watch = new MonitoringOptions();

    @Option(
            names = "--page",
            paramLabel = "TARGET=URL",
            description =
                    "A page in Prometheus' text format, and its target: the target's name in the plan, or HOST:PORT of"
                            + " its URL. May be given several times. Default: those of the PLAN.")
    private List<String> pages = List.of();

    @Option(names = "--team", description = "Default: the plan's, or else default")
    private @Nullable String team;

    @Option(names = "--every", paramLabel = "TIME", defaultValue = "1s", description = "Default: ${DEFAULT-VALUE}")
    private Duration interval = Duration.ofSeconds(1);

    @Option(
            names = "--timeout",
            paramLabel = "TIME",
            defaultValue = "5s",
            description = "Timeout for a page. Default: ${DEFAULT-VALUE}")
    private Duration timeout = Duration.ofSeconds(5);

    ScrapeCommand(CommandContext context) {
        this.context = context;
    }

    @Override
    public Integer call() throws InterruptedException {
        Set<MetricsScraper.Source> sources = sources();
        Team owner = owner();
        ClusterConnection connection = cluster.required(context.home());
        connection.requireReadyFor(owner);
        ProcessMonitoring seen = watch.open(context);
        Clocks clocks = context.clocks();
        KafkaPublisher publisher = context.resources()
                .register(KafkaPublisher.connect(
                        new PublisherSettings(
                                connection.bootstrapServers(), connection.clientSettings(), SpoolSettings.off()),
                        connection.schemas(),
                        owner,
                        clocks));
        ScrapeHealth state = new ScrapeHealth(publisher, seen.meters());
        HttpClient http = http();
        List<MetricsScraper> scrapers = sources.stream()
                .map(source -> new MetricsScraper(http, clocks, source, timeout))
                .toList();
        context.terminal()
                .printFormatted(
                        "scraping %d pages for team %s every %s.  Ctrl-C ends it.", scrapers.size(), owner, interval);
        context.resources().register(new ScrapeLoop(scrapers, interval, context.nanoClock(), sample -> {
            publisher.publish(sample);
            state.record(sample).ifPresent(context.terminal()::warn);
        }));
        return watch.serveForever(seen, context.terminal(), state::health);
    }

    private Team owner() {
        if (team != null) {
            return OptionParser.team(team);
        }
        return plan.named() ? plan.plan().team() : OptionParser.team("default");
    }

    private HttpClient http() {
        if (plan.named()) {
            return new TargetCheck(context.environment()).http(plan.plan());
        }
        return HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(timeout)
                .build();
    }

    private Set<MetricsScraper.Source> sources() {
        Set<MetricsScraper.Source> sources = new LinkedHashSet<>();
        pages.stream().map(ScrapeCommand::source).forEach(sources::add);
        if (pages.isEmpty() && plan.named()) {
            sources.addAll(of(plan.plan()));
        }
        if (sources.isEmpty()) {
            throw new InvalidInputException("nothing to scrape: give --page TARGET=URL, or a PLAN with targets");
        }
        return sources;
    }

    private static List<MetricsScraper.Source> of(Plan given) {
        return given.targets().stream()
                .flatMap(target ->
                        target.scrapeUrls().stream().map(url -> new MetricsScraper.Source(target.name(), url)))
                .toList();
    }

    private static MetricsScraper.Source source(String text) {
        SecretNames.inQuery(text).ifPresent(name -> {
            throw new InvalidInputException("--page must not have a secret such as " + name
                    + " in its query, because the address of a page is published with its samples");
        });
        int equals = text.indexOf('=');
        if (equals <= 0) {
            throw new InvalidInputException("--page must be TARGET=URL but was \"" + text + "\"");
        }
        URI url;
        try {
            url = OptionConverters.url(text.substring(equals + 1));
        } catch (TypeConversionException e) {
            throw new InvalidInputException("--page " + e.getMessage());
        }
        if (url.getUserInfo() != null) {
            throw new InvalidInputException("--page must have no user and password in its URL");
        }
        return new MetricsScraper.Source(text.substring(0, equals), url);
    }
}
