package io.tidemark.alerts.config;

import io.tidemark.alerts.config.ReceiverConfig.Templates;
import io.tidemark.alerts.config.ReceiverKind.Alertmanager;
import io.tidemark.alerts.config.ReceiverKind.Command;
import io.tidemark.alerts.config.ReceiverKind.GitHub;
import io.tidemark.alerts.config.ReceiverKind.GitHubAccess;
import io.tidemark.alerts.config.ReceiverKind.Mail;
import io.tidemark.alerts.config.ReceiverKind.PagerDuty;
import io.tidemark.alerts.config.ReceiverKind.Slack;
import io.tidemark.alerts.config.ReceiverKind.Webhook;
import io.tidemark.producer.yaml.ValueTypes;
import io.tidemark.producer.yaml.YamlSection;
import io.tidemark.schemas.net.HostPort;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Reads one item of {@code receivers}. */
final class ReceiverReader {
    private static final List<String> KINDS =
            List.of("alertmanager", "webhook", "slack", "pagerduty", "github", "mail", "command");
    private static final Duration RESEND = Duration.ofMinutes(1);
    private static final URI PAGERDUTY = URI.create("https://events.pagerduty.com");
    private static final URI GITHUB = URI.create("https://api.github.com");
    private static final int HTTP_PORT = 80;
    private static final int SMTP_PORT = 25;
    private static final int SUBMISSION_PORT = 587;
    private static final int SMTPS_PORT = 465;

    private final FileContext context;
    private final SecretValueReader secrets;

    ReceiverReader(FileContext context) {
        this.context = context;
        this.secrets = new SecretValueReader(context);
    }

    /** Empty if it has no kind that could be read. */
    Optional<ReceiverConfig> read(YamlSection receiver, Connection usual) {
        String name = receiver.required("name", AlertValueTypes.RECEIVER_NAME, "");
        Connection connection = receiver.section("connection")
                .map(given -> connection(given, usual))
                .orElse(usual);
        Templates templates =
                receiver.section("templates").map(ReceiverReader::templates).orElse(Templates.DEFAULT);
        boolean resolved = receiver.optional("send_resolved", ValueTypes.SWITCH).orElse(true);
        List<String> given = KINDS.stream().filter(receiver::has).toList();
        if (given.size() != 1) {
            receiver.refuse("must have exactly one of " + String.join(", ", KINDS) + " but has "
                    + (given.isEmpty() ? "none" : String.join(", ", given)));
        }
        Optional<ReceiverKind> kind = given.stream()
                .flatMap(key -> receiver.section(key).flatMap(section -> kind(key, section)).stream())
                .findFirst();
        refuseTemplatesWithoutUse(receiver, given);
        receiver.refuseUnknownKeys();
        return kind.map(found -> new ReceiverConfig(name, found, connection, templates, resolved));
    }

    /** Reads the connection of a section; a missing key takes the value of {@code usual}. */
    Connection connection(YamlSection section, Connection usual) {
        Duration timeout = section.optional("timeout", ValueTypes.DURATION).orElse(usual.timeout());
        Optional<Path> ca = section.optional("ca", ValueTypes.readableFile(context.directory()))
                .or(usual::ca);
        Optional<Secret> user = secrets.optional(section, "proxy_user");
        if (user.isPresent() && !section.has("proxy")) {
            section.refuse("proxy_user", "must come with proxy");
        }
        Optional<Connection.Proxy> proxy = section.optional("proxy", AlertValueTypes.PROXY)
                .map(url -> new HostPort(url.getHost(), url.getPort() < 0 ? HTTP_PORT : url.getPort()))
                .map(address -> new Connection.Proxy(address.host(), address.port(), user));
        section.refuseUnknownKeys();
        return new Connection(timeout, ca, proxy.or(usual::proxy));
    }

    private static Templates templates(YamlSection section) {
        Templates templates = new Templates(
                section.optional("title", AlertValueTypes.TEMPLATE),
                section.optional("body", AlertValueTypes.TEMPLATE));
        section.refuseUnknownKeys();
        return templates;
    }

    private static void refuseTemplatesWithoutUse(YamlSection receiver, List<String> given) {
        boolean data = given.stream().anyMatch(List.of("alertmanager", "webhook", "command")::contains);
        if (data && receiver.has("templates")) {
            receiver.refuse("templates", "must be left out: " + String.join(", ", given) + " is sent data, not a text");
        }
    }

    private Optional<ReceiverKind> kind(String key, YamlSection section) {
        Optional<ReceiverKind> kind = switch (key) {
            case "alertmanager" -> alertmanager(section);
            case "webhook" -> webhook(section);
            case "slack" -> slack(section);
            case "pagerduty" -> pagerDuty(section);
            case "github" -> gitHub(section);
            case "mail" -> mail(section);
            default -> command(section);
        };
        section.refuseUnknownKeys();
        return kind;
    }

    private Optional<ReceiverKind> alertmanager(YamlSection section) {
        List<URI> urls = section.list("urls", AlertValueTypes.BASE_URL);
        if (!section.has("urls") || section.isEmptyList("urls")) {
            section.refuse("urls", "must list at least one URL such as http://alertmanager:9093");
        }
        Duration resend = section.optional("resend", ValueTypes.DURATION).orElse(RESEND);
        return Optional.of(new Alertmanager(urls, resend, secrets.optional(section, "authorization")));
    }

    private Optional<ReceiverKind> webhook(YamlSection section) {
        Optional<Secret> authorization = secrets.optional(section, "authorization");
        Optional<Secret> hmac = secrets.optional(section, "hmac");
        return secrets.endpoint(section, "url").map(url -> new Webhook(url, authorization, hmac));
    }

    private Optional<ReceiverKind> slack(YamlSection section) {
        Slack.Format format =
                section.optional("format", ValueTypes.oneOf(Slack.Format.class)).orElse(Slack.Format.SLACK);
        return secrets.secretEndpoint(section, "url").map(url -> new Slack(url, format));
    }

    private Optional<ReceiverKind> pagerDuty(YamlSection section) {
        URI url = section.optional("url", AlertValueTypes.BASE_URL).orElse(PAGERDUTY);
        return secrets.required(section, "routing_key").map(key -> new PagerDuty(url, key));
    }

    private Optional<ReceiverKind> gitHub(YamlSection section) {
        URI url = section.optional("url", AlertValueTypes.BASE_URL).orElse(GITHUB);
        String repository = section.required("repository", AlertValueTypes.REPOSITORY, "");
        String name = section.optional("context", ValueTypes.NAME).orElse("tidemark");
        String label = section.optional("commit_label", AlertValueTypes.LABEL).orElse("commit");
        if (section.has("token") == section.has("app")) {
            section.refuse("must have either 'token' (writes commit statuses) or 'app' (writes check runs)");
        }
        Optional<GitHubAccess> token = secrets.optional(section, "token").map(GitHubAccess.Token::new);
        Optional<GitHubAccess> app = section.section("app").flatMap(this::gitHubApp);
        return token.or(() -> app).map(access -> new GitHub(url, repository, name, label, access));
    }

    private Optional<GitHubAccess> gitHubApp(YamlSection section) {
        String id = section.required("id", AlertValueTypes.DIGITS, "");
        String installation = section.required("installation", AlertValueTypes.DIGITS, "");
        Optional<Secret> key = secrets.requiredText(section, "key");
        section.refuseUnknownKeys();
        return key.map(found -> new GitHubAccess.App(id, installation, found));
    }

    private Optional<ReceiverKind> mail(YamlSection section) {
        String host = section.required("host", AlertValueTypes.HOST, "");
        Mail.Security security = section.optional("security", ValueTypes.oneOf(Mail.Security.class))
                .orElse(Mail.Security.STARTTLS);
        int port = section.optional("port", AlertValueTypes.PORT).orElse(usualPort(security));
        Optional<String> user = section.optional("user", ValueTypes.TEXT);
        Optional<Secret> password = secrets.optional(section, "password");
        if (section.has("user") != section.has("password")) {
            section.refuse(section.has("user") ? "user" : "password", "must be given together: user and password");
        }
        if (security == Mail.Security.NONE && section.has("password")) {
            section.refuse("security", "must be starttls or tls where there is a password but was none");
        }
        String from = section.required("from", AlertValueTypes.ADDRESS, "");
        List<String> to = section.oneOrMore("to", AlertValueTypes.ADDRESS);
        if (!section.has("to") || section.isEmptyList("to")) {
            section.refuse("to", "must list at least one mail address");
        }
        Optional<Mail.Login> login = user.flatMap(name -> password.map(secret -> new Mail.Login(name, secret)));
        return Optional.of(new Mail(host, port, security, login, new Mail.Addresses(from, to)));
    }

    private static int usualPort(Mail.Security security) {
        return switch (security) {
            case STARTTLS -> SUBMISSION_PORT;
            case TLS -> SMTPS_PORT;
            case NONE -> SMTP_PORT;
        };
    }

    private Optional<ReceiverKind> command(YamlSection section) {
        List<String> command = new ArrayList<>(section.list("command", ValueTypes.TEXT));
        if (!section.has("command") || section.isEmptyList("command")) {
            section.refuse("command", "must list a program and its arguments");
        }
        List<String> wanted = section.list("environment", AlertValueTypes.VARIABLE);
        Map<String, String> environment = new HashMap<>();
        Stream.concat(Command.COMMON_VARIABLES.stream(), wanted.stream())
                .filter(context.environment()::containsKey)
                .forEach(name -> environment.put(name, context.environment().get(name)));
        wanted.stream()
                .filter(name -> !environment.containsKey(name))
                .forEach(name -> section.refuse(
                        "environment", "must name variables of the environment but " + name + " is not set"));
        return Optional.of(new Command(List.copyOf(command), Map.copyOf(environment)));
    }
}
