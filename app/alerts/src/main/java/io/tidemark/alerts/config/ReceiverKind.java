package io.tidemark.alerts.config;

import io.tidemark.schemas.net.HostPort;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** The protocols that receivers speak. */
public sealed interface ReceiverKind {
    /** The key in the file. */
    String key();

    /** Where it sends to, for people: without secrets. */
    String place();

    /**
     * Alertmanager, API v2.
     *
     * @param urls every one of a cluster; all are notified
     * @param resend between two sends of a firing alert
     * @param authorization value of the header {@code Authorization}
     */
    record Alertmanager(List<URI> urls, Duration resend, Optional<Secret> authorization) implements ReceiverKind {
        @Override
        public String key() {
            return "alertmanager";
        }

        @Override
        public String place() {
            return String.join(", ", urls.stream().map(URI::toString).toList());
        }
    }

    /**
     * JSON in the shape of Alertmanager's webhook, version 4.
     *
     * @param hmac key of the signature; empty for none
     */
    record Webhook(Endpoint url, Optional<Secret> authorization, Optional<Secret> hmac) implements ReceiverKind {
        @Override
        public String key() {
            return "webhook";
        }

        @Override
        public String place() {
            return url.toString();
        }
    }

    /** An incoming webhook of Slack or of something compatible. */
    record Slack(Endpoint url, Format format) implements ReceiverKind {
        /** Which markup it understands. */
        public enum Format {
            /** Block Kit with mrkdwn. */
            SLACK,
            /** One Markdown text: Mattermost does not show blocks. */
            MATTERMOST
        }

        @Override
        public String key() {
            return "slack";
        }

        @Override
        public String place() {
            return url.toString();
        }
    }

    /**
     * PagerDuty, Events API v2.
     *
     * @param url without the path
     */
    record PagerDuty(URI url, Secret routingKey) implements ReceiverKind {
        @Override
        public String key() {
            return "pagerduty";
        }

        @Override
        public String place() {
            return url.toString();
        }
    }

    /**
     * Commit statuses, or check runs, of GitHub.
     *
     * @param url of the REST API, without a slash at its end
     * @param repository {@code owner/name}
     * @param context begin of the names of statuses
     * @param commitLabel label of the run that names the commit
     */
    record GitHub(URI url, String repository, String context, String commitLabel, GitHubAccess access)
            implements ReceiverKind {
        @Override
        public String key() {
            return "github";
        }

        @Override
        public String place() {
            return url + "/repos/" + repository;
        }
    }

    /** How GitHub knows who writes. */
    sealed interface GitHubAccess {
        /** May write commit statuses. */
        record Token(Secret token) implements GitHubAccess {}

        /**
         * Writes check runs, which GitHub lets Apps alone do.
         *
         * @param key the private key, PEM
         */
        record App(String id, String installation, Secret key) implements GitHubAccess {}
    }

    /** Mail over SMTP. */
    record Mail(String host, int port, Security security, Optional<Login> login, Addresses addresses)
            implements ReceiverKind {
        /** How the connection is secured. */
        public enum Security {
            /** TLS by STARTTLS, or nothing is sent. */
            STARTTLS,
            /** TLS from the first byte, as on port 465. */
            TLS,
            /** None. */
            NONE
        }

        /** Who sends. */
        public record Login(String user, Secret password) {}

        /** Sender and readers. */
        public record Addresses(String from, List<String> to) {}

        @Override
        public String key() {
            return "mail";
        }

        @Override
        public String place() {
            return String.join(", ", addresses.to()) + " by " + new HostPort(host, port);
        }
    }

    /**
     * A program that gets JSON on its standard input.
     *
     * @param command program and arguments, which may hold secrets; no shell
     * @param environment all variables that it sees
     */
    record Command(List<String> command, Map<String, String> environment) implements ReceiverKind {
        /** What a program needs to run at all. Anything else may be a secret of another receiver. */
        public static final List<String> COMMON_VARIABLES = List.of("PATH", "HOME", "LANG");

        @Override
        public String key() {
            return "command";
        }

        @Override
        public String place() {
            return command.get(0) + (command.size() > 1 ? " ***" : "");
        }

        @Override
        public String toString() {
            return "Command[command=" + place() + ", environment=" + environment.keySet() + "]";
        }
    }

    /**
     * A URL that may be a secret as a whole, as those of incoming webhooks are.
     *
     * @param secret whether it came from the environment or a file, or has a query that seems to hold a secret
     */
    record Endpoint(URI url, boolean secret) {
        /** What no message may repeat. */
        public List<Secret> secrets() {
            return secret
                    ? Stream.concat(Stream.of(url.toString()), Stream.ofNullable(url.getRawQuery()))
                            .map(Secret::new)
                            .toList()
                    : List.of();
        }

        @Override
        public String toString() {
            return secret ? url.getScheme() + "://" + url.getHost() + "/***" : url.toString();
        }
    }
}
