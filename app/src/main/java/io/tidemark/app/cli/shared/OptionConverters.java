package io.tidemark.app.cli.shared;

import io.tidemark.producer.http.HostNameCheck;
import io.tidemark.producer.yaml.ValueType.InvalidValueException;
import io.tidemark.producer.yaml.ValueTypes;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import picocli.CommandLine;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** How durations, moments and servers' URLs are typed. */
public final class OptionConverters {
    private static final int MAX_PORT = 65_535;

    private OptionConverters() {}

    /**
     * For all options of these types of a command, and of those below it. A URL is one of a server that is sent load. An option of a line that is not
     * registered reads picocli's own forms.
     */
    public static void register(CommandLine line) {
        line.registerConverter(Duration.class, OptionConverters::duration);
        line.registerConverter(Instant.class, OptionConverters::instant);
        line.registerConverter(URI.class, OptionConverters::targetUrl);
    }

    /** A server's URL that is sent no load, which may have a query. */
    public static final class Url implements ITypeConverter<URI> {
        @Override
        public URI convert(String text) {
            return url(text);
        }
    }

    /** By the grammar of plans: {@code 500ms}, {@code 20s}, {@code 1m30s}, {@code 12h}, {@code 28d}. */
    private static Duration duration(String text) {
        try {
            return ValueTypes.DURATION.parse(text);
        } catch (InvalidValueException e) {
            throw new TypeConversionException(e.getMessage() + " but was \"" + text + "\"");
        }
    }

    private static Instant instant(String text) {
        try {
            return Instant.parse(text);
        } catch (DateTimeParseException e) {
            throw new TypeConversionException("'" + text + "' is not a moment such as 2026-11-20T08:00:00Z");
        }
    }

    /** Paths are put after it, so it has no query. */
    private static URI targetUrl(String text) {
        URI url = url(text);
        if (url.getRawQuery() != null || url.getRawFragment() != null) {
            throw new TypeConversionException(
                    "must have no query and no fragment; a plan names path and query of requests in targets[].endpoint,"
                            + " bench in --endpoint");
        }
        return url;
    }

    /**
     * {@code http://host:8000}.
     *
     * @throws TypeConversionException if it is none
     */
    public static URI url(String text) {
        try {
            URI url = URI.create(text);
            boolean web = "http".equals(url.getScheme()) || "https".equals(url.getScheme());
            if (web && url.getHost() != null && url.getPort() <= MAX_PORT) {
                return url;
            }
            HostNameCheck.problem(url).filter(problem -> web).ifPresent(problem -> {
                throw new TypeConversionException(problem);
            });
        } catch (IllegalArgumentException e) {
            throw refused(text);
        }
        throw refused(text);
    }

    /** The message masks a user and password in the URL, and its query. */
    private static TypeConversionException refused(String text) {
        return new TypeConversionException("must be a URL such as http://host:8000 but was \""
                + text.replaceFirst("\\?.*", "?***").replaceFirst("[^/@]*@", "***@") + "\"");
    }
}
