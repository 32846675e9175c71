import { LANGUAGES } from "../../src/platform/templates/starters/labels/translations.ts";
import type { Starter } from "../../src/platform/templates/starters/starters.ts";

/*
 * The starters' samples in five languages: each text of the English sample by its translations. What is not listed here,
 * such as a number or a brand, is the same in all of them.
 */

export type Language = (typeof LANGUAGES)[number];

/** Returns the sample of a starter in a language. */
export function sampleIn(language: Language, { sample }: Pick<Starter, "sample">): object {
  const index = LANGUAGES.indexOf(language) - 1;
  const translated = (value: unknown): unknown => {
    if (typeof value === "string") {
      return index < 0 ? value : (TEXTS[value]?.[index] ?? value);
    }
    if (Array.isArray(value)) {
      return value.map(translated);
    }
    return typeof value === "object" && value !== null
      ? Object.fromEntries(Object.entries(value).map(([name, member]) => [name, translated(member)]))
      : value;
  };
  return Object(translated(sample));
}

const TEXTS: Readonly<Record<string, readonly [de: string, fr: string, es: string, ar: string]>> = {
  GBP: ["EUR", "EUR", "EUR", "AED"],
  "VAT 20 %": ["USt. 20 %", "TVA 20 %", "IVA 20 %", "ضريبة القيمة المضافة 20%"],
  "VAT included": ["Enthaltene USt.", "TVA incluse", "IVA incluido", "شاملة ضريبة القيمة المضافة"],

  "Northwind Studio": [
    "Nordwind Gestaltung GmbH",
    "Atelier du Vent",
    "Estudio Viento Norte",
    "استوديو رياح الشمال (Northwind)",
  ],
  "12 Harbour Lane\nBristol BS1 4RW": [
    "Am Hafen 12\n28195 Bremen",
    "12, quai du Port\n13002 Marseille",
    "Calle del Puerto 12\n46024 Valencia",
    "12 شارع الميناء\nدبي، الإمارات",
  ],
  "+44 117 496 0123": ["+49 421 000 123", "+33 4 00 00 01 23", "+34 960 000 123", "+971 4 000 0123"],
  "hello@northwind.example": [
    "post@nordwind.example",
    "bonjour@vent.example",
    "hola@viento.example",
    "hello@northwind.example",
  ],
  "GB 000 0000 00": ["DE 000000000", "FR 00 000000000", "ES B00000000", "100000000000003"],
  "Alder & Finch Ltd": ["Erle & Fink KG", "Aulne et Pinson SARL", "Aliso y Jilguero, S. L.", "شركة الحور والعندليب"],
  "48 Mill Road\nCambridge CB1 2AZ": [
    "Frau Eleonore Fink\nMühlenstraße 48\n37073 Göttingen",
    "48, rue du Moulin\n69003 Lyon",
    "Calle del Molino 48\n37002 Salamanca",
    "48 شارع الطاحونة\nأبو ظبي، الإمارات",
  ],
  "Alder & Finch Ltd\n48 Mill Road\nCambridge CB1 2AZ": [
    "Erle & Fink KG\nMühlenstraße 48\n37073 Göttingen",
    "Aulne et Pinson SARL\n48, rue du Moulin\n69003 Lyon",
    "Aliso y Jilguero, S. L.\nCalle del Molino 48\n37002 Salamanca",
    "شركة الحور والعندليب\n48 شارع الطاحونة\nأبو ظبي، الإمارات",
  ],
  "Ms Eleanor Finch": ["Frau Eleonore Fink", "Madame Éléonore Pinson", "Sra. Leonor Jilguero", "السيدة ليلى الحوراني"],
  "Maya Osei": ["Maja Oster", "Maya Osée", "Maya Oseguera", "مايا عثمان"],
  "Brand workshop": ["Markenworkshop", "Atelier de marque", "Taller de marca", "ورشة عمل الهوية (Brand)"],
  "Two days on site": ["Zwei Tage vor Ort", "Deux jours sur place", "Dos días en sus oficinas", "يومان في مقر العميل"],
  "Design of the annual report": [
    "Gestaltung des Geschäftsberichts",
    "Conception du rapport annuel",
    "Diseño de la memoria anual",
    "تصميم التقرير السنوي",
  ],
  Illustrations: ["Illustrationen", "Illustrations", "Ilustraciones", "رسوم توضيحية"],
  days: ["Tage", "jours", "días", "يوم"],
  "Harbour Bank": ["Hafenbank", "Banque du Port", "Banco del Puerto", "بنك الميناء"],
  "GB00 XXXX 0000 0000 0000 00": [
    "DE00 0000 0000 0000 0000 00",
    "FR00 0000 0000 0000 0000 0000 000",
    "ES00 0000 0000 0000 0000 0000",
    "AE00 0000 0000 0000 0000 000",
  ],
  "Thank you for your trust.": [
    "Vielen Dank für Ihr Vertrauen.",
    "Merci de votre confiance.",
    "Gracias por su confianza.",
    "نشكركم على ثقتكم.",
  ],
  "Half on order, half on delivery. Delivery within six weeks of your order.": [
    "Die Hälfte bei Auftrag, die Hälfte bei Lieferung. Lieferung innerhalb von sechs Wochen nach Auftrag.",
    "La moitié à la commande, le solde à la livraison. Livraison dans les six semaines suivant la commande.",
    "La mitad con el pedido y la otra mitad a la entrega. Entrega en un plazo de seis semanas.",
    "النصف عند الطلب والنصف عند التسليم. التسليم خلال ستة أسابيع من تاريخ الطلب.",
  ],

  "Corner Café": ["Café am Eck", "Café du Coin", "Café de la Esquina", "مقهى الزاوية"],
  "3 Station Square\nBath BA1 1SU": [
    "Bahnhofsplatz 3\n79098 Freiburg",
    "3, place de la Gare\n67000 Strasbourg",
    "Plaza de la Estación 3\n18014 Granada",
    "3 ساحة المحطة\nالشارقة",
  ],
  Espresso: ["Espresso", "Expresso", "Espresso", "إسبريسو"],
  "Almond croissant": ["Mandelhörnchen", "Croissant aux amandes", "Cruasán de almendra", "كرواسون باللوز"],
  "Beans, 250 g": ["Bohnen, 250 g", "Café en grains, 250 g", "Café en grano, 250 g", "حبوب قهوة، 250 غ"],
  Card: ["Karte", "Carte", "Tarjeta", "بطاقة"],
  "Thank you, see you soon!": [
    "Vielen Dank, bis bald!",
    "Merci, à bientôt !",
    "¡Gracias, hasta pronto!",
    "شكرًا، نراكم قريبًا!",
  ],

  "Fernhill Furniture": ["Farnberg Möbel GmbH", "Mobilier des Fougères", "Muebles Helechal", "أثاث تل السرخس"],
  "7 Weaver Street\nLeeds LS2 7AX": [
    "Webergasse 7\n01067 Dresden",
    "7, rue des Tisserands\n59000 Lille",
    "Calle de los Tejedores 7\n50001 Zaragoza",
    "7 شارع النساجين\nعجمان، الإمارات",
  ],
  "Desk “Calder”, oak": [
    "Schreibtisch „Calder“, Eiche",
    "Bureau « Calder », chêne",
    "Escritorio «Calder», roble",
    "مكتب «Calder»، خشب البلوط",
  ],
  "160 × 80 cm": ["160 × 80 cm", "160 × 80 cm", "160 × 80 cm", "160 × 80 سم"],
  "Office chair “Wren”": [
    "Bürostuhl „Wren“",
    "Fauteuil de bureau « Wren »",
    "Silla de oficina «Wren»",
    "كرسي مكتب «Wren»",
  ],
  "Fabric: slate": ["Stoff: Schiefer", "Tissu : ardoise", "Tejido: pizarra", "القماش: رمادي"],
  "Cable tray": ["Kabelwanne", "Goulotte de câbles", "Bandeja de cables", "حامل كابلات"],
  "Alder & Finch Ltd\nUnit 3, Cowley Park\nCambridge CB1 3LQ": [
    "Erle & Fink KG\nHalle 3, Gewerbepark\n37079 Göttingen",
    "Aulne et Pinson SARL\nBâtiment 3, parc d’activités\n69007 Lyon",
    "Aliso y Jilguero, S. L.\nNave 3, polígono industrial\n37008 Salamanca",
    "شركة الحور والعندليب\nالمستودع 3، المنطقة الصناعية\nأبو ظبي",
  ],
  "Unit 3, Cowley Park\nCambridge CB1 3LQ": [
    "Halle 3, Gewerbepark\n37079 Göttingen",
    "Bâtiment 3, parc d’activités\n69007 Lyon",
    "Nave 3, polígono industrial\n37008 Salamanca",
    "المستودع 3، المنطقة الصناعية\nأبو ظبي",
  ],
  "Own vehicle,\nassembly included": [
    "Eigenes Fahrzeug,\nAufbau inbegriffen",
    "Notre véhicule,\nmontage compris",
    "Vehículo propio,\nmontaje incluido",
    "سيارة الشركة،\nشاملة التركيب",
  ],
  "30 days after delivery": [
    "30 Tage nach Lieferung",
    "30 jours après livraison",
    "30 días tras la entrega",
    "خلال 30 يومًا من التسليم",
  ],
  "Pennine Freight": ["Mittelgebirge Spedition", "Fret des Monts", "Transportes Serranos", "شركة الجبال للشحن"],
  "418 kg": ["418 kg", "418 kg", "418 kg", "418 كغ"],
  "One chair follows in the week of 18 May.": [
    "Ein Stuhl folgt in der Woche ab dem 18. Mai.",
    "Un fauteuil suivra dans la semaine du 18 mai.",
    "Una silla se entregará en la semana del 18 de mayo.",
    "يصل كرسي واحد في أسبوع 18 مايو.",
  ],
  "Payment received": ["Zahlungseingang", "Paiement reçu", "Pago recibido", "دفعة مستلمة"],
  "Desks and chairs": ["Tische und Stühle", "Bureaux et fauteuils", "Escritorios y sillas", "مكاتب وكراسي"],
  "Credit for one chair": [
    "Gutschrift für einen Stuhl",
    "Avoir pour un fauteuil",
    "Abono por una silla",
    "إشعار دائن لكرسي واحد",
  ],
  "Shelves, three units": ["Drei Regale", "Étagères, trois éléments", "Estanterías, tres módulos", "رفوف، ثلاث وحدات"],
  "Pennine Bank": ["Mittelgebirgsbank", "Banque des Monts", "Banco Serrano", "بنك الجبال"],

  Bristol: ["Bremen", "Marseille", "Valencia", "دبي"],
  "Your annual report: what happens next": [
    "Ihr Geschäftsbericht: wie es weitergeht",
    "Votre rapport annuel : les prochaines étapes",
    "Su memoria anual: los próximos pasos",
    "تقريركم السنوي: الخطوات التالية",
  ],
  "Dear Ms Finch,": ["Sehr geehrte Frau Fink,", "Madame,", "Estimada Sra. Jilguero:", "السيدة ليلى المحترمة،"],
  "Thank you for the two days that you and your colleagues spent with us. The workshop gave us a clear view of what the report has to do, and of what it can leave out.\n\nBy the end of this month you will have a first layout of twelve pages: the opening, the letter to shareholders, and the chapter with the most figures. Please tell us by 10 April what you would like to be different; after that we shall set the whole text.\n\nTwo things would help us in the meantime: the final list of photographs, and the name of the person who approves the figures.":
    [
      "haben Sie vielen Dank für die beiden Tage, die Sie und Ihre Kollegen sich für uns genommen haben. Der Workshop hat uns ein klares Bild davon gegeben, was der Bericht leisten muss und was er weglassen kann.\n\nBis Ende des Monats erhalten Sie einen ersten Entwurf von zwölf Seiten: den Auftakt, den Brief an die Aktionäre und das Kapitel mit den meisten Zahlen. Bitte sagen Sie uns bis zum 10. April, was Sie sich anders wünschen; danach setzen wir den gesamten Text.\n\nZwei Dinge würden uns in der Zwischenzeit helfen: die endgültige Liste der Fotografien und der Name der Person, die die Zahlen freigibt.",
      "Nous vous remercions des deux journées que vous nous avez consacrées avec vos collègues. L’atelier nous a donné une idée claire de ce que le rapport doit accomplir, et de ce qu’il peut laisser de côté.\n\nD’ici la fin du mois, vous recevrez une première maquette de douze pages : l’ouverture, la lettre aux actionnaires et le chapitre le plus chiffré. Merci de nous indiquer avant le 10 avril ce que vous souhaitez modifier ; nous composerons ensuite l’ensemble du texte.\n\nDeux éléments nous aideraient entre-temps : la liste définitive des photographies et le nom de la personne qui valide les chiffres.",
      "Gracias por los dos días que usted y sus colegas nos dedicaron. El taller nos dio una idea clara de lo que la memoria debe conseguir y de lo que puede dejar fuera.\n\nAntes de fin de mes recibirá una primera maqueta de doce páginas: la apertura, la carta a los accionistas y el capítulo con más cifras. Le rogamos que nos diga antes del 10 de abril qué desea cambiar; después compondremos todo el texto.\n\nMientras tanto nos ayudarían dos cosas: la lista definitiva de fotografías y el nombre de la persona que aprueba las cifras.",
      "نشكركم على اليومين اللذين خصصتموهما لنا أنتم وزملاؤكم. لقد منحتنا ورشة العمل تصورًا واضحًا لما ينبغي أن يحققه التقرير، ولما يمكن الاستغناء عنه.\n\nستصلكم قبل نهاية هذا الشهر مسودة أولى من اثنتي عشرة صفحة (بصيغة PDF/A): الافتتاحية، ورسالة المساهمين، والفصل الأكثر أرقامًا. نرجو إبلاغنا قبل 10 أبريل بما تودون تغييره، ثم نباشر تنضيد النص كاملًا.\n\nوسيساعدنا في هذه الأثناء أمران: القائمة النهائية للصور، واسم الشخص الذي يعتمد الأرقام.",
    ],
  "Yours sincerely": [
    "Mit freundlichen Grüßen",
    "Nous vous prions d’agréer, Madame, nos salutations distinguées.",
    "Atentamente,",
    "مع خالص التقدير",
  ],
  Director: ["Geschäftsführerin", "Directrice", "Directora", "المديرة"],
  Schedule: ["Zeitplan", "Calendrier", "Calendario", "الجدول الزمني"],
  "List of photographs": ["Liste der Fotografien", "Liste des photographies", "Lista de fotografías", "قائمة الصور"],

  "Harbour School of Design": [
    "Hafenschule für Gestaltung",
    "École de design du Port",
    "Escuela de Diseño del Puerto",
    "مدرسة الميناء للتصميم",
  ],
  "Amara Lindqvist": ["Amara Lindqvist", "Amara Lindqvist", "Amara Lindqvist", "أمل الخطيب"],
  "has completed the course “Typography for Print” with distinction.": [
    "den Kurs „Typografie für den Druck“ mit Auszeichnung abgeschlossen hat.",
    "a suivi avec distinction la formation « Typographie pour l’imprimé ».",
    "ha superado con distinción el curso «Tipografía para impresión».",
    "قد أتمّت دورة «تنضيد الحروف للطباعة» (Typography for Print) بتقدير امتياز.",
  ],
  "Forty hours of instruction, from 12 January to 20 March 2026": [
    "Vierzig Unterrichtsstunden vom 12. Januar bis zum 20. März 2026",
    "Quarante heures de cours, du 12 janvier au 20 mars 2026",
    "Cuarenta horas lectivas, del 12 de enero al 20 de marzo de 2026",
    "أربعون ساعة تدريبية، من 12 يناير إلى 20 مارس 2026",
  ],
  "Dr Maya Osei": ["Dr. Maja Oster", "Dr Maya Osée", "Dra. Maya Oseguera", "د. مايا عثمان"],
  "Head of the school": ["Leiterin der Schule", "Directrice de l’école", "Directora de la escuela", "مديرة المدرسة"],
  "Tom Hartley": ["Thomas Hartlieb", "Thomas Hardy", "Tomás Hurtado", "طارق حرب"],
  "Course director": ["Kursleiter", "Responsable de la formation", "Director del curso", "مدير الدورة"],

  "Annual report 2025": ["Geschäftsbericht 2025", "Rapport annuel 2025", "Memoria anual 2025", "التقرير السنوي 2025"],
  "Fewer Pages, Better Read": [
    "Weniger Seiten, besser gelesen",
    "Moins de pages, mieux lues",
    "Menos páginas, mejor leídas",
    "صفحات أقل، قراءة أفضل",
  ],
  "How shareholders used the report of 2024, and what follows for the next one": [
    "Wie die Aktionäre den Bericht von 2024 genutzt haben und was daraus für den nächsten folgt",
    "Comment les actionnaires ont lu le rapport 2024, et ce qu’il faut en retenir pour le prochain",
    "Cómo utilizaron los accionistas la memoria de 2024 y qué se deduce para la próxima",
    "كيف استفاد المساهمون من تقرير 2024، وما يترتب على ذلك للتقرير القادم",
  ],
  "Of 1,240 readers who were asked, two thirds opened the printed report, and most of them stopped after eleven pages. This report sets out what they looked for, and proposes a shorter book with a full appendix online.":
    [
      "Von 1.240 befragten Lesern haben zwei Drittel den gedruckten Bericht aufgeschlagen, und die meisten von ihnen hörten nach elf Seiten auf. Dieser Bericht zeigt, was sie gesucht haben, und schlägt ein kürzeres Buch mit einem vollständigen Anhang im Netz vor.",
      "Sur 1 240 lecteurs interrogés, deux tiers ont ouvert le rapport imprimé, et la plupart se sont arrêtés après onze pages. Ce rapport expose ce qu’ils cherchaient et propose un livre plus court, avec une annexe complète en ligne.",
      "De los 1240 lectores encuestados, dos tercios abrieron la memoria impresa y la mayoría se detuvo a las once páginas. Este informe expone qué buscaban y propone un libro más breve con un anexo completo en línea.",
      "من بين 1240 قارئًا شملهم الاستطلاع، فتح الثلثان التقرير المطبوع، وتوقف معظمهم بعد إحدى عشرة صفحة. يعرض هذا التقرير ما كانوا يبحثون عنه، ويقترح كتابًا أقصر مع ملحق كامل على الإنترنت (PDF).",
    ],
  "Maya Osei, Tom Hartley": [
    "Maja Oster, Thomas Hartlieb",
    "Maya Osée, Thomas Hardy",
    "Maya Oseguera, Tomás Hurtado",
    "مايا عثمان، طارق حرب",
  ],
  Confidential: ["Vertraulich", "Confidentiel", "Confidencial", "سري"],

  "Jonas Berg": ["Jonas Berg", "Jonas Berg", "Jonás Berga", "يونس البرغوثي"],
  Design: ["Gestaltung", "Création", "Diseño", "التصميم"],
  "Annual report: grid and type": [
    "Geschäftsbericht: Raster und Schrift",
    "Rapport annuel : grille et caractères",
    "Memoria anual: retícula y tipografía",
    "التقرير السنوي: الشبكة والخطوط",
  ],
  "Annual report: tables": [
    "Geschäftsbericht: Tabellen",
    "Rapport annuel : tableaux",
    "Memoria anual: tablas",
    "التقرير السنوي: الجداول",
  ],
  "Workshop with the client": [
    "Workshop mit dem Kunden",
    "Atelier avec le client",
    "Taller con el cliente",
    "ورشة عمل مع العميل",
  ],
  "Corrections, files for print": [
    "Korrekturen, Druckdaten",
    "Corrections, fichiers d’impression",
    "Correcciones, archivos de imprenta",
    "تصحيحات وملفات الطباعة (PDF)",
  ],
};
