package io.tidemark.app.cli.shared;

import io.tidemark.producer.http.HostNameCheck;
import java.net.URI;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads a server's URL: {@code http://host:8000}. */
public final class UrlConverter implements ITypeConverter<URI> {
    private static final int MAX_PORT = 65_535;

    @Override
    public URI convert(String text) {
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
