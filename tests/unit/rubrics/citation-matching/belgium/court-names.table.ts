/** Names, and before the colon what they must be read as: type, place with division after a slash, class. */
function names(table: string): (readonly [name: string, expected: string])[] {
  return table
    .trim()
    .split('\n')
    .flatMap((line) => {
      const [expected = '', list = ''] = line.split(/: (.*)/);
      return list.split(' | ').map((name) => [name, expected] as const);
    });
}

export const NATIONAL = names(`
cassation - NATIONAL: Cour de cassation | Hof van Cassatie | Kassationshof | Court of Cassation | Cass. | cass
cassation - NATIONAL: C. cass. | Hof Cass. | Cass. (1re ch.) | Cass. (3de k.) | Cass. (ch. réunies)
cassation - NATIONAL: Cass. (voltallige zitting) | Cass., 15 mars 2018, C.17.0234.F
cassation - NATIONAL: Cass. 24 april 2019, C.18.0456.N
cassation - NATIONAL: Cass. 2 maart 2021, P.20.1057.N, ECLI:BE:CASS:2021:ARR.20210302.2N.22.
cassation - NATIONAL: Cass., 3e ch., 12.05.2014, S.13.0020.F, J.T.T., 2014, p. 341
cassation - NATIONAL: l'arrêt de la Cour de cassation | het arrest van het Hof van Cassatie
cassation - NATIONAL: Voy. Cass., 3 octobre 1997 | Zie Cass. 4 november 2010
cassation - NATIONAL: 15 mars 2018 - Cour de cassation | Cour de cassation de Belgique
cassation - NATIONAL: Cour de cassation / Hof van Cassatie | Cass. AR C.17.0234.F | Cass. R.G. P.11.0438.F
cassation - NATIONAL: Cassation | Cass. (section française, 1re ch.) | Hof van Cassatie, Nederlandse afdeling
council-of-state - NATIONAL: Raad van State, afdeling Wetgeving | Conseil d'État | Raad van State | Staatsrat
council-of-state - NATIONAL: C.E. | C.E. (15e ch.), 3 mars 2020, n° 247.123 | C.E. XVe ch. | R.v.St. | RvS
council-of-state - NATIONAL: RvS 26 maart 2024, 259.259
council-of-state - NATIONAL: Conseil d'Etat, section du contentieux administratif, XVe chambre
council-of-state - NATIONAL: Raad van State, afdeling bestuursrechtspraak
constitutional - NATIONAL: Cour constitutionnelle | Grondwettelijk Hof | Verfassungsgerichtshof | C. const.
constitutional - NATIONAL: C.const. | C.C. | C.C., 14 juillet 2016, n° 108/2016 | GwH | Gw.H. | Gw. Hof
constitutional - NATIONAL: Grondw. H. | GwH 4 juni 2020, 81/2020 | Arbitragehof | Cour d'arbitrage
constitutional - NATIONAL: Cour d’arbitrage | Schiedshof | C. arb. | C.A., 14 juillet 1997, n° 45/1997
constitutional - NATIONAL: C.A., 12 mars 1998, n° 34/98
aliens-council - NATIONAL: Conseil du contentieux des étrangers | C.C.E. | CCE, 12 mai 2021, n° 254 123
aliens-council - NATIONAL: Raad voor Vreemdelingenbetwistingen | RvV
permit-disputes-council - NATIONAL: Raad voor Vergunningsbetwistingen | RvVb
enforcement-college - NATIONAL: Handhavingscollege
court-of-audit - NATIONAL: Cour des comptes | Rekenhof
military-court - NATIONAL: Cour militaire
data-protection-authority - NATIONAL: Gegevensbeschermingsautoriteit
eu-court-of-justice - NATIONAL: Cour de justice de l'Union européenne | C.J.U.E.
eu-court-of-justice - NATIONAL: HvJ 20 februari 1979, C-120/78 | C.J.C.E.
eu-general-court - NATIONAL: Tribunal de l'Union européenne
human-rights-court - NATIONAL: Cour eur. D.H. | EHRM 18 juli 2023, 49255/22 | CEDH
benelux-court - NATIONAL: Benelux-Gerechtshof | Cour de justice Benelux
`);

export const HIGHER = names(`
appeal - GENERIC: Cour d'appel | Cour d'appel, 10 janvier 2020 | Hof van beroep | Appellationshof
appeal brussel SPECIFIC: Cour d'appel de Bruxelles | Cour d'appel de Bruxelles, 10 janvier 2020
appeal brussel SPECIFIC: Hof van Beroep te Brussel | C.A. Bruxelles | Bruxelles, 10 janvier 2020
appeal brussel SPECIFIC: Brux., 3 mars 2011 | Brussel 12 juni 2019 | Cour des marchés | Marktenhof
appeal brussel SPECIFIC: Cour d'appel de Bruxelles (section Cour des marchés)
appeal antwerpen SPECIFIC: Hof van beroep Antwerpen | Cour d'appel d'Anvers
appeal antwerpen SPECIFIC: Cour d’appel d’Anvers (2e chambre) | HvB Antwerpen 9 november 2005
appeal antwerpen SPECIFIC: Antw. 4 februari 2013 | Anvers, 4 février 2013 | Antwerpen (KI) 7 mei 2015
appeal antwerpen SPECIFIC: K.I. Antwerpen
appeal gent SPECIFIC: Hof van beroep te Gent (7de kamer) | Cour d'appel de Gand | Gent 3 mei 2018
appeal liege SPECIFIC: Cour d'appel de Liège | Hof van beroep te Luik | Appellationshof Lüttich
appeal liege SPECIFIC: Cour d'appel, Liège | Cour d'appel de Liège, division Namur | C.A. Liège, 3 mai 2004
appeal liege SPECIFIC: Liège (7e ch.) | Mis. acc. Liège
appeal mons SPECIFIC: Cour d'appel de Mons | Hof van beroep te Bergen | Cour d'appel (Mons) | Mons
appeal mons SPECIFIC: Bergen 21 november 2016
labour-court - GENERIC: Cour du travail | Arbeidshof | C.T.
labour-court brussel SPECIFIC: Cour du travail de Bruxelles | Arbeidshof te Brussel
labour-court brussel SPECIFIC: C. trav. Bruxelles, 4e ch., 12 avril 2016, R.G. 2014/AB/1019
labour-court mons SPECIFIC: C. trav. Mons
labour-court liege SPECIFIC: C.T. Liège | CT Liège | Arbeitsgerichtshof Lüttich
labour-court liege/namur SPECIFIC: Cour du travail de Liège, division Namur
labour-court liege/namur SPECIFIC: Cour du travail de Liège, section de Namur
labour-court liege/neufchateau SPECIFIC: Cour du travail de Liège (division de Neufchâteau)
labour-court antwerpen/hasselt SPECIFIC: Arbh. Antwerpen (afd. Hasselt) 5 januari 2015
labour-court gent/brugge SPECIFIC: Arbh. Gent, afd. Brugge
labour-court gent SPECIFIC: Arb.h. Gent
assize - GENERIC: Cour d'assises
assize liege SPECIFIC: Cour d'assises de la province de Liège
assize oost-vlaanderen SPECIFIC: Hof van Assisen van de provincie Oost-Vlaanderen
assize tongeren SPECIFIC: Hof van assisen te Tongeren
assize hainaut SPECIFIC: Ass. Hainaut
assize brussel SPECIFIC: Cour d'assises de l'arrondissement administratif de Bruxelles-Capitale
`);

export const TRIBUNALS = names(`
first-instance - GENERIC: Tribunal de première instance | Civ. | Rb. | Tribunal de la jeunesse
first-instance hainaut/charleroi SPECIFIC: Tribunal de première instance du Hainaut, division Charleroi
first-instance hainaut/mons SPECIFIC: Tribunal de première instance du Hainaut division de Mons
first-instance liege/huy SPECIFIC: Tribunal de première instance de Liège - division Huy
first-instance brussel SPECIFIC: Tribunal de première instance francophone de Bruxelles
first-instance brussel SPECIFIC: Tribunal de première instance néerlandophone de Bruxelles
first-instance brussel SPECIFIC: Nederlandstalige rechtbank van eerste aanleg te Brussel
first-instance brussel SPECIFIC: Franstalige rechtbank van eerste aanleg Brussel | Civ. Bruxelles
first-instance brussel SPECIFIC: Civ. Bruxelles (réf.), 12 mai 2009 | Civ. Bruxelles (fr.) (75e ch.)
first-instance brussel SPECIFIC: Kort ged. Rb. Brussel | Tribunal de l'application des peines de Bruxelles
first-instance oost-vlaanderen/gent SPECIFIC: Rechtbank van eerste aanleg Oost-Vlaanderen, afdeling Gent
first-instance antwerpen/mechelen SPECIFIC: Rechtbank van eerste aanleg te Antwerpen, afdeling Mechelen
first-instance limburg/tongeren SPECIFIC: Rechtbank van eerste aanleg Limburg, afd. Tongeren
first-instance eupen SPECIFIC: Gericht Erster Instanz Eupen
first-instance luxembourg/arlon SPECIFIC: Tribunal de première instance du Luxembourg, division Arlon
first-instance brabant-wallon SPECIFIC: Tribunal de première instance du Brabant wallon
first-instance halle-vilvoorde SPECIFIC: Rechtbank van eerste aanleg Halle-Vilvoorde
first-instance namur SPECIFIC: Trib. 1re inst. Namur
first-instance dinant SPECIFIC: Prem. inst. Dinant
first-instance namur/dinant SPECIFIC: Civ. Namur (div. Dinant)
first-instance marche-en-famenne SPECIFIC: Trib. civ. Marche-en-Famenne
first-instance verviers SPECIFIC: Tribunal civil de Verviers
first-instance antwerpen SPECIFIC: Rb. Antwerpen | SURB Antwerpen
first-instance oost-vlaanderen/dendermonde SPECIFIC: Rb. Oost-Vlaanderen (afd. Dendermonde)
first-instance oost-vlaanderen/dendermonde SPECIFIC: Rb. O.-Vl., afd. Dendermonde
first-instance west-vlaanderen/kortrijk SPECIFIC: Rb. West-Vlaanderen, afd. Kortrijk, 3 mei 2018
first-instance gent SPECIFIC: Voorz. Rb. Gent | Strafuitvoeringsrechtbank Gent
first-instance charleroi SPECIFIC: Tribunal correctionnel de Charleroi | Civ. Charleroi (Hainaut)
first-instance tournai SPECIFIC: Corr. Tournai | Corr. Doornik
first-instance ieper SPECIFIC: Correctionele rechtbank Ieper
first-instance veurne SPECIFIC: Corr. Rb. Veurne
first-instance nivelles SPECIFIC: Tribunal de la famille de Nivelles
first-instance liege/verviers SPECIFIC: Trib. fam. Liège, div. Verviers
first-instance leuven SPECIFIC: Familierechtbank Leuven | Fam. rb. Louvain
first-instance turnhout SPECIFIC: Jeugdrb. Turnhout
first-instance brugge SPECIFIC: Beslagr. Brugge
first-instance huy SPECIFIC: Juge des saisies de Huy
first-instance hasselt SPECIFIC: Raadkamer Hasselt
labour-tribunal - GENERIC: Tribunal du travail | Tribunal du travail, 22 juin 2019 | Arbrb.
labour-tribunal brussel SPECIFIC: Tribunal du travail de Bruxelles
labour-tribunal brussel SPECIFIC: Tribunal du travail de Bruxelles, 5 mai 2020, RG 2020/AB/123
labour-tribunal brussel SPECIFIC: Arbrb. (Nl.) Brussel | Ndl. Arbrb. Brussel | Trib. trav. fr. Bruxelles
labour-tribunal antwerpen SPECIFIC: Arbeidsrechtbank Antwerpen
labour-tribunal gent/roeselare SPECIFIC: Arbeidsrechtbank Gent, afdeling Roeselare
labour-tribunal eupen SPECIFIC: Arbeitsgericht Eupen
labour-tribunal antwerpen/hasselt SPECIFIC: Arbeidsrechtbank Antwerpen Hasselt
labour-tribunal leuven SPECIFIC: Arbrb. Leuven
labour-tribunal tongeren SPECIFIC: Arb. Rb. Tongeren
labour-tribunal liege/namur SPECIFIC: Trib. trav. Liège, div. Namur (7e ch.)
labour-tribunal hainaut/la-louviere SPECIFIC: T. trav. Hainaut, div. La Louvière
labour-tribunal nivelles SPECIFIC: T.T. Nivelles
labour-tribunal brabant-wallon/wavre SPECIFIC: Trib. trav. Brabant wallon, div. Wavre
enterprise-tribunal - GENERIC: Tribunal de l'entreprise | Trib. comm.
enterprise-tribunal brussel SPECIFIC: Tribunal de l'entreprise francophone de Bruxelles
enterprise-tribunal brussel SPECIFIC: Comm. Bruxelles, 3 mars 2005 | Prés. Comm. Bruxelles (cess.)
enterprise-tribunal brussel SPECIFIC: Voorz. Kh. Brussel
enterprise-tribunal liege/neufchateau SPECIFIC: Trib. entr. Liège, div. Neufchâteau
enterprise-tribunal hainaut/tournai SPECIFIC: Ent. Hainaut (div. Tournai)
enterprise-tribunal gent/oostende SPECIFIC: Ondernemingsrechtbank Gent, afdeling Oostende
enterprise-tribunal antwerpen/hasselt SPECIFIC: Orb. Antwerpen (afd. Hasselt)
enterprise-tribunal leuven SPECIFIC: Ondrb. Leuven
enterprise-tribunal eupen SPECIFIC: Unternehmensgericht Eupen | Handelsgericht Eupen
enterprise-tribunal namur SPECIFIC: Tribunal de commerce de Namur
enterprise-tribunal dendermonde SPECIFIC: Rechtbank van koophandel te Dendermonde
enterprise-tribunal kortrijk SPECIFIC: Kh. Kortrijk
arrondissement-tribunal brussel SPECIFIC: Tribunal d'arrondissement de Bruxelles
arrondissement-tribunal antwerpen SPECIFIC: Arrondrb. Antwerpen
police-tribunal - GENERIC: Tribunal de police
police-tribunal liege/huy SPECIFIC: Tribunal de police de Liège, division Huy
police-tribunal oost-vlaanderen/sint-niklaas SPECIFIC: Politierechtbank Oost-Vlaanderen, afdeling Sint-Niklaas
police-tribunal gent SPECIFIC: Pol. Gent
police-tribunal halle SPECIFIC: Pol. Halle
police-tribunal eupen SPECIFIC: Polizeigericht Eupen
justice-of-the-peace - GENERIC: Justice de paix
justice-of-the-peace wavre SPECIFIC: Justice de paix du canton de Wavre
justice-of-the-peace liege SPECIFIC: Justice de paix du 3e canton de Liège
justice-of-the-peace fontaine-l-eveque SPECIFIC: J.P. Fontaine-l’Evêque
justice-of-the-peace ixelles SPECIFIC: J.P. Ixelles | Vred. Elsene
first-instance west-vlaanderen/brugge SPECIFIC: Rb. W.-Vl. (afd. Brugge)
first-instance west-vlaanderen SPECIFIC: Rb. West-Vl.
justice-of-the-peace leuven SPECIFIC: Vredegerecht van het tweede kanton Leuven
justice-of-the-peace merelbeke SPECIFIC: Vredegerecht kanton Merelbeke
justice-of-the-peace sankt-vith SPECIFIC: Friedensgericht Sankt Vith
justice-of-the-peace unknown:saint nicolas SPECIFIC: J.P. Saint-Nicolas
justice-of-the-peace unknown:limburg SPECIFIC: J.P. Limbourg
justice-of-the-peace unknown:arlon messancy SPECIFIC: J.P. Arlon-Messancy
justice-of-the-peace unknown:trifouillis SPECIFIC: J.P. Trifouillis
police-tribunal unknown:trifouillis oies SPECIFIC: Tribunal de police de Trifouillis-les-Oies
`);

/** Texts that name no court. */
export const UNKNOWN = [
  '',
  '   ',
  ...`
??? | C.A. | C.A., 10 janvier 2020 | C.A., 3 mars 2019, n° 45/2019 | T.P.I. | Tribunal | Tribunal de Bruxelles
Rechtbank | Namur, 3 mai 2018 | Charleroi | Ville de Bruxelles | Bruxelles Environnement
Bruxelles, Boulevard Anspach | Parquet de Bruxelles | Procureur général près la Cour d'appel de Liège
Barreau de Liège | Cour de cassation française | Cour de cassation (France) | Cass. fr. | Cass. fr. civ. 1re
Cass. civ. 1re | Cass. 1re civ. | Cass. soc. | Cour de cassation, chambre sociale | C.A., 10/01/2003
Cour d'appel, division Namur | Civ. 1re, 3 mai 2018 | Ass. plén., 3 mai 2018 | Ce tribunal
Conseil d'Etat de France | Cour de cassation du Grand-Duché de Luxembourg | Cour d'appel de Paris
Cour d'appel de Luxembourg | Cour d'appel de Namur | Rb. Rotterdam | Rb. Brabant | Marktenhof Gent
Rb. Knokke-Heist | Tribunal du travail de Luxembourg | Rb. Zeeland-West-Brabant | Rechtbank Amsterdam
Hoge Raad | Tribunal de commerce de Paris | Tribunal d'arrondissement de Luxembourg
Tribunal du travail de Trifouillis | Tribunal du travail, division Trifouillis
Rb. Rotterdam, afdeling Trifouillis | Comm. paritaire 200 | Commission des sanctions
Cours de droit judiciaire | Constructor | Cour d'appel du travail de Bruxelles | Cour suprême
Supreme Court of the United States
`
    .trim()
    .split(/ \| |\n/),
];
