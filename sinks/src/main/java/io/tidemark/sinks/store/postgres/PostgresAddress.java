package io.tidemark.sinks.store.postgres;

import io.tidemark.sinks.store.StoreException;
import java.util.Locale;
import java.util.Optional;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.postgresql.Driver;

/**
 * Where a store is in a PostgreSQL server. Its text is the URL, which holds no password.
 *
 * @param url {@code jdbc:postgresql://host:port/database?user=...}, with the driver's further parameters, such as
 *     {@code currentSchema} and {@code sslmode}
 * @param password empty if the server asks for none, or the driver finds it ({@code ~/.pgpass})
 */
public record PostgresAddress(String url, Optional<String> password) {
    public static final String PREFIX = "jdbc:postgresql:";

    private static final Pattern SECRET = Pattern.compile("\\b(password|sslpassword)\\s*=", Pattern.CASE_INSENSITIVE);
    /** The driver would take {@code user:password@host} for a host, and repeat it. */
    private static final Pattern USER_BEFORE_HOST = Pattern.compile("^jdbc:postgresql:(//)?[^/?]*@");

    private static final Pattern SCHEMA = Pattern.compile("[A-Za-z_][A-Za-z0-9_]{0,62}");

    public PostgresAddress {
        Matcher secret = SECRET.matcher(url);
        if (secret.find()) {
            throw new IllegalArgumentException(
                    "a store's URL must not hold a password, which everyone on the machine could read;" + " "
                            + url.substring(0, secret.start()) + "... has "
                            + secret.group(1).toLowerCase(Locale.ROOT));
        }
        if (USER_BEFORE_HOST.matcher(url).find()) {
            throw new IllegalArgumentException(
                    "a store's URL must not name a user before its host, jdbc:postgresql://...@:"
                            + " give ?user=NAME, and the password beside the URL");
        }
        if (parsed(url) == null) {
            throw new IllegalArgumentException(
                    "a store's URL must be jdbc:postgresql://host[:port]/database[?user=...] but was " + url);
        }
        schema(url).filter(name -> !SCHEMA.matcher(name).matches()).ifPresent(name -> {
            throw new IllegalArgumentException(
                    "currentSchema of a store's URL must be one name of letters, digits and _ but was " + name);
        });
    }

    /** The schema that its tables are in; empty for the one that the server gives the user, mostly {@code public}. */
    Optional<String> schema() {
        return schema(url);
    }

    /** For the driver; the URL's own parameters win. */
    Properties settings() {
        Properties settings = new Properties();
        settings.setProperty("ApplicationName", "tidemark");
        settings.setProperty("connectTimeout", "10");
        settings.setProperty("tcpKeepAlive", "true");
        password.ifPresent(value -> settings.setProperty("password", value));
        return settings;
    }

    private static Optional<String> schema(String url) {
        Properties properties = parsed(url);
        return properties == null ? Optional.empty() : Optional.ofNullable(properties.getProperty("currentSchema"));
    }

    private static @Nullable Properties parsed(String url) {
        try {
            return Driver.parseURL(url, new Properties());
        } catch (RuntimeException e) {
            throw new StoreException("a store's URL cannot be read: " + e.getMessage(), e);
        }
    }

    @Override
    public String toString() {
        return url;
    }
}
